package io.millrace.engine.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What others can refer to in a job, and what it refers to itself.
 *
 * @param name with empty parts where the document has none that can be read
 */
record JobLinks(JobName name, Set<String> triggers, Set<String> steps, List<StepLink> links) {

  static JobLinks of(Job job) {
    List<StepLink> links = new ArrayList<>();
    for (Step step : job.steps()) {
      step.depends().forEach(ref -> links.add(new StepLink("", step.name(), false, ref)));
      step.dependsFailure().forEach(ref -> links.add(new StepLink("", step.name(), true, ref)));
    }
    return new JobLinks(
        job.jobName(),
        job.triggers().stream().map(Trigger::name).collect(Collectors.toSet()),
        job.steps().stream().map(Step::name).collect(Collectors.toSet()),
        links);
  }

  boolean has(Reference.Kind kind, String item) {
    return (kind == Reference.Kind.TRIGGER ? triggers : steps).contains(item);
  }

  /** Those of its links that lead to the job of that name. */
  List<StepLink> linksTo(JobName target) {
    return links.stream().filter(link -> link.reference().target(name).equals(target)).toList();
  }

  /** The other jobs it refers to. */
  Set<JobName> referredJobs() {
    return links.stream()
        .map(link -> link.reference().target(name))
        .filter(target -> !target.equals(name))
        .collect(Collectors.toSet());
  }
}
