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
import org.jspecify.annotations.Nullable;

/** Checks that the references of a job exist, and that its steps do not wait for each other. */
final class LinkCheck {

  /** The other jobs. Each is looked up only if a reference leads to it. */
  @FunctionalInterface
  interface OtherJobs {
    Optional<JobLinks> find(JobName name) throws SQLException;
  }

  /** A step of any job. */
  private record StepAt(JobName job, String step) {}

  /** A step on the current path, the link that led to it, and its links still to follow. */
  private record Visit(StepAt at, @Nullable StepLink by, Iterator<StepLink> links) {}

  private final JobLinks job;
  private final OtherJobs others;
  private final boolean referred;
  private final FieldErrors errors;
  private final Map<JobName, Map<String, List<StepLink>>> sameTimeLinks = new HashMap<>();
  private final Set<StepAt> visited = new HashSet<>();
  private final Deque<Visit> path = new ArrayDeque<>();
  private final Set<StepAt> onPath = new HashSet<>();

  private LinkCheck(JobLinks job, OtherJobs others, boolean referred, FieldErrors errors) {
    this.job = job;
    this.others = others;
    this.referred = referred;
    this.errors = errors;
  }

  /**
   * @param referred whether another job refers to this one; otherwise no cycle can leave this job
   * @param errors receives every problem
   */
  static void check(JobLinks job, OtherJobs others, boolean referred, FieldErrors errors)
      throws SQLException {
    LinkCheck check = new LinkCheck(job, others, referred, errors);
    for (StepLink link : job.links()) {
      check.checkExists(link);
    }
    for (String step : job.steps()) {
      check.follow(new StepAt(job.name(), step));
    }
  }

  private Optional<JobLinks> find(JobName name) throws SQLException {
    return name.equals(job.name()) ? Optional.of(job) : others.find(name);
  }

  private void checkExists(StepLink link) throws SQLException {
    Reference reference = link.reference();
    JobName name = reference.target(job.name());
    if (name.project().isEmpty() && !name.equals(job.name())) {
      return; // the missing project is an error of its own
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
   * Follows everything that a step waits for at its own logical time. Reaching a step on the
   * current path is a cycle. There is no recursion, because a path may lead through thousands of
   * jobs.
   */
  private void follow(StepAt first) throws SQLException {
    enter(first, null);
    while (!path.isEmpty()) {
      Visit visit = path.peek();
      if (!visit.links().hasNext()) {
        path.pop();
        onPath.remove(visit.at());
        continue;
      }
      StepLink link = visit.links().next();
      Reference reference = link.reference();
      StepAt next = new StepAt(reference.target(visit.at().job()), reference.name());
      if (onPath.contains(next)) {
        refuseCycle(next, link);
      } else {
        enter(next, link);
      }
    }
  }

  private void enter(StepAt step, @Nullable StepLink link) throws SQLException {
    if (!visited.add(step)) {
      return;
    }
    List<StepLink> links = sameTimeLinks(step.job()).getOrDefault(step.step(), List.of());
    path.push(new Visit(step, link, links.iterator()));
    onPath.add(step);
  }

  /** Returns the links of each step of a job at its own logical time. */
  private Map<String, List<StepLink>> sameTimeLinks(JobName name) throws SQLException {
    Map<String, List<StepLink>> known = sameTimeLinks.get(name);
    if (known != null) {
      return known;
    }
    boolean relevant = referred || name.equals(job.name());
    Map<String, List<StepLink>> found =
        (relevant ? find(name) : Optional.<JobLinks>empty())
            .map(JobLinks::links).orElse(List.of()).stream()
                .filter(StepLink::isAtSameTime)
                .collect(Collectors.groupingBy(StepLink::step));
    sameTimeLinks.put(name, found);
    return found;
  }

  /**
   * Reports the cycle in the order of execution, at a place in the document of this job. There is
   * such a place, because the other jobs had no cycle among themselves.
   */
  private void refuseCycle(StepAt repeated, StepLink closing) {
    List<String> steps = new ArrayList<>(List.of(text(repeated)));
    List<StepLink> links = new ArrayList<>(List.of(closing));
    for (Visit visit : path) {
      steps.add(text(visit.at()));
      if (visit.at().equals(repeated) || visit.by() == null) {
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
