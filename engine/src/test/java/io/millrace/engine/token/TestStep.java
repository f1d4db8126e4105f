package io.millrace.engine.token;

import io.millrace.engine.input.Durations;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.source.SourceCollection.Work;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A short notation for steps in tests. Each method returns a changed copy. */
public record TestStep(
    String name,
    List<Reference> depends,
    List<Reference> failures,
    int threshold,
    Work work,
    List<Duration> retries,
    JobPriority priority) {

  static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** A step with work that depends on all of these. */
  public static TestStep step(String name, String... depends) {
    List<Reference> references = references(depends);
    int threshold = Math.max(1, references.size());
    return new TestStep(name, references, List.of(), threshold, Work.NOOP, List.of(), null);
  }

  public TestStep failures(String... references) {
    return new TestStep(name, depends, references(references), threshold, work, retries, priority);
  }

  public TestStep threshold(int arrivals) {
    return new TestStep(name, depends, failures, arrivals, work, retries, priority);
  }

  public TestStep join() {
    return new TestStep(name, depends, failures, threshold, null, retries, priority);
  }

  public TestStep retries(Duration... delays) {
    return new TestStep(name, depends, failures, threshold, work, List.of(delays), priority);
  }

  public TestStep priority(JobPriority own) {
    return new TestStep(name, depends, failures, threshold, work, retries, own);
  }

  public Step step() {
    Policy policy =
        new Policy(
            null,
            TIMEOUT,
            new RetryPolicy.ListedDelays(retries),
            Alignment.PLANNED,
            false,
            Policy.DEFAULT_GIVE_UP_AFTER,
            UserMessages.NONE);
    return new Step(name, depends, failures, threshold, work, policy, priority);
  }

  private static List<Reference> references(String... texts) {
    return Stream.of(texts).map(TestStep::reference).toList();
  }

  /** {@code [job/]kind/name[@offset]}. */
  private static Reference reference(String text) {
    String[] parts = text.split("@");
    String[] names = parts[0].split("/");
    return new Reference(
        "",
        names.length > 2 ? names[0] : "",
        names[names.length - 2].equals("trigger") ? Reference.Kind.TRIGGER : Reference.Kind.STEP,
        names[names.length - 1],
        parts.length > 1 ? Durations.parse(parts[1]) : Duration.ZERO,
        text);
  }
}
