package io.millrace.engine.job;

import io.millrace.engine.input.FieldErrors;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks whether what a job refers to exists, and whether its steps wait for each other in vain. */
final class LinkCheck {

  /** The other jobs; each is looked up only if a reference leads there. */
  @FunctionalInterface
  interface OtherJobs {
    Optional<JobLinks> find(JobName name) throws SQLException;
  }

  /** A step, of whichever job. */
  private record StepAt(JobName job, String step) {}

  /** On the way from step to step. */
  private record Visit(StepAt at, StepLink by, Iterator<StepLink> links) {}

  private final JobLinks job;
  private final OtherJobs others;
  private final boolean referred;
  private final FieldErrors errors;
  private final Map<JobName, Map<String, List<StepLink>>> sameTimeLinks = new HashMap<>();
  private final Set<StepAt> seen = new HashSet<>();
  private final Deque<Visit> way = new ArrayDeque<>();
  private final Set<StepAt> onTheWay = new HashSet<>();

  private LinkCheck(JobLinks job, OtherJobs others, boolean referred, FieldErrors errors) {
    this.job = job;
    this.others = others;
    this.referred = referred;
    this.errors = errors;
  }

  /**
   * @param referred whether another job refers to this one: else no cycle leaves it
   * @param errors every problem is noted here
   */
  static void check(JobLinks job, OtherJobs others, boolean referred, FieldErrors errors)
      throws SQLException {
    LinkCheck check = new LinkCheck(job, others, referred, errors);
    for (StepLink link : job.links()) {
      check.exists(link);
    }
    for (String step : job.steps()) {
      check.follow(new StepAt(job.name(), step));
    }
  }

  private Optional<JobLinks> find(JobName name) throws SQLException {
    return name.equals(job.name()) ? Optional.of(job) : others.find(name);
  }

  private void exists(StepLink link) throws SQLException {
    Reference reference = link.reference();
    JobName name = reference.target(job.name());
    if (name.project().isEmpty() && !name.equals(job.name())) {
      return; // nobody knows of which project, which is an error of its own
    }
    Optional<JobLinks> target = find(name);
    if (target.isEmpty()) {
      refuse(link, "there is no job '" + name.text() + "'");
    } else if (!target.get().has(reference.kind(), reference.name())) {
      refuse(
          link,
          "there is no %s '%s' in %s"
              .formatted(
                  reference.kind().text(),
                  reference.name(),
                  name.equals(job.name()) ? "this job" : "the job '" + name.text() + "'"));
    }
  }

  /**
   * Goes along everything that a step waits for at its own logical time. Coming back to a step that
   * is on the way is a cycle; without recursion, for a way may lead through thousands of jobs.
   */
  private void follow(StepAt first) throws SQLException {
    enter(first, null);
    while (!way.isEmpty()) {
      Visit visit = way.peek();
      if (!visit.links().hasNext()) {
        way.pop();
        onTheWay.remove(visit.at());
        continue;
      }
      StepLink link = visit.links().next();
      Reference reference = link.reference();
      StepAt next = new StepAt(reference.target(visit.at().job()), reference.name());
      if (onTheWay.contains(next)) {
        refuseCycle(next, link);
      } else {
        enter(next, link);
      }
    }
  }

  private void enter(StepAt step, StepLink by) throws SQLException {
    if (!seen.add(step)) {
      return;
    }
    List<StepLink> links = sameTimeLinks(step.job()).getOrDefault(step.step(), List.of());
    way.push(new Visit(step, by, links.iterator()));
    onTheWay.add(step);
  }

  /** What each step of a job waits for at its own logical time. */
  private Map<String, List<StepLink>> sameTimeLinks(JobName name) throws SQLException {
    if (!sameTimeLinks.containsKey(name)) {
      boolean ahead = referred || name.equals(job.name());
      sameTimeLinks.put(
          name,
          (ahead ? find(name) : Optional.<JobLinks>empty())
              .map(JobLinks::links).orElse(List.of()).stream()
                  .filter(StepLink::isAtSameTime)
                  .collect(Collectors.groupingBy(StepLink::step)));
    }
    return sameTimeLinks.get(name);
  }

  /**
   * Names the cycle in the direction in which it would run, at a place in this job's document:
   * there is one, for the others had no cycle among themselves.
   */
  private void refuseCycle(StepAt again, StepLink closing) {
    List<String> steps = new ArrayList<>(List.of(text(again)));
    List<StepLink> links = new ArrayList<>(List.of(closing));
    for (Visit visit : way) {
      steps.add(text(visit.at()));
      if (visit.at().equals(again)) {
        break;
      }
      links.add(visit.by());
    }
    String cycle = String.join(" → ", steps);
    links.stream()
        .filter(link -> !link.path().isEmpty())
        .findFirst()
        .ifPresent(link -> refuse(link, "closes a cycle at one logical time: " + cycle));
  }

  private String text(StepAt at) {
    return at.job().equals(job.name()) ? at.step() : at.job().text() + "/step/" + at.step();
  }

  private void refuse(StepLink link, String reason) {
    errors.add(link.path(), link.reference().text(), reason);
  }
}
