package io.millrace.engine.token;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.UpstreamEvent;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The facts by which a token decides. Its job is looked up once.
 *
 * @param job empty if it is gone
 * @param step empty if it is gone
 * @param uid for the next attempt, if there is one
 */
public record TokenDecisionContext(
    TokenId id, Jobs jobs, Optional<Job> job, Optional<Step> step, UUID uid, Instant now) {
  private static final String FAILURE = "!";

  public static TokenDecisionContext of(TokenId id, Jobs jobs, UUID uid, Instant now) {
    Optional<Job> job = jobs.find(id.job());
    return new TokenDecisionContext(
        id, jobs, job, job.flatMap(found -> found.step(id.step())), uid, now);
  }

  boolean isPaused() {
    return job.map(Job::paused).orElse(false);
  }

  /** The project whose secrets its step uses; absent if it uses none, or the step is gone. */
  @Nullable String secretsProject() {
    return step.map(Step::work).map(Work::secretsProject).orElse(null);
  }

  long version() {
    return jobs.version();
  }

  /** The names of the sources that its step waits for; none if the step is gone. */
  Set<String> sources() {
    return step.map(TokenDecisionContext::sources).orElse(Set.of());
  }

  /** The names of the sources that a step waits for, in the order of the definition. */
  public static Set<String> sources(Step step) {
    Set<String> sources = new LinkedHashSet<>();
    eachSource(step, (source, reference) -> sources.add(source));
    return sources;
  }

  /** Calls the action for every source that a step waits for, with its name. */
  static void eachSource(Step step, BiConsumer<String, Reference> action) {
    step.depends().forEach(reference -> action.accept(reference.text(), reference));
    step.dependsFailure().forEach(ref -> action.accept(FAILURE + ref.text(), ref));
  }

  /** The downstream tokens that get an arrival when this step ends. */
  List<ArrivalTarget> targets(boolean failed) {
    return jobs.downstreamSteps(UpstreamEvent.ended(id.job(), id.step(), failed)).stream()
        .map(
            effect ->
                new ArrivalTarget(
                    new TokenId(
                        effect.job(), effect.step(), id.logicalTime().plus(effect.offset())),
                    effect.source()))
        .toList();
  }

  /**
   * When an attempt that begins now is followed up, should nobody ever answer.
   *
   * @param interrupted the retry that was booked before a run by hand; absent if none was
   */
  @Nullable Instant worstCaseAt(Attempt attempt, @Nullable BookedRetry interrupted) {
    Policy policy = step.orElseThrow().policy();
    return interrupted == null
        ? policy.bookAtStart(attempt.no(), attempt.jitterFraction(), now).at()
        : resumedRetryAt(policy, interrupted, null, now.plus(policy.timeout()));
  }

  /** When an interrupted retry is due, if the run by hand ends now. */
  static @Nullable Instant resumedRetryAt(
      Policy policy, BookedRetry interrupted, @Nullable Duration retryAfter, Instant now) {
    return policy.bookResumed(Booking.retry(interrupted.at()), retryAfter, now).at();
  }
}
