package io.millrace.engine.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parts of a job that others can refer to, and its own references.
 *
 * @param name its parts are empty where the document has no valid ones
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

  /** Returns its links that lead to the job of that name. */
  List<StepLink> linksTo(JobName target) {
    return links.stream().filter(link -> link.reference().target(name).equals(target)).toList();
  }

  /** Returns the other jobs that it refers to. */
  Set<JobName> referredJobs() {
    return links.stream()
        .map(link -> link.reference().target(name))
        .filter(target -> !target.equals(name))
        .collect(Collectors.toSet());
  }
}
