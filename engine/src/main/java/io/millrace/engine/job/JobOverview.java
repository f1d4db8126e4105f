package io.millrace.engine.job;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list, with its current state.
 *
 * @param latest the latest past logical time that has a token; absent if there is none
 * @param states how many of its steps are in each state at that time
 * @param recent how its steps ended lately
 * @param firedUntil how far its triggers have fired, by name
 */
public record JobOverview(
    SavedJob job,
    @Nullable Instant latest,
    Map<TokenState, Integer> states,
    RecentSteps recent,
    Map<String, Instant> firedUntil) {

  /**
   * The latest steps of a job, over several logical times.
   *
   * @param lastFailed the latest logical time at which one of them failed; absent if none did
   */
  public record RecentSteps(int steps, int failed, @Nullable Instant lastFailed) {}

  /** The next fire of a job. */
  public record NextFire(String trigger, Instant logicalTime, Instant dueAt) {}

  /**
   * Returns the earliest next fire of all its triggers; empty if there is none.
   *
   * @param inForce the job with its parsed triggers
   */
  public Optional<NextFire> next(Job inForce, Instant now) {
    return inForce.triggers().stream()
        .flatMap(
            trigger ->
                trigger.next(firedUntil.get(trigger.name()), 1, now).stream()
                    .map(time -> new NextFire(trigger.name(), time, trigger.dueAt(time))))
        .min(Comparator.comparing(NextFire::dueAt));
  }
}
