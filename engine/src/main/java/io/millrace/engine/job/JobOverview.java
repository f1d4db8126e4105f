package io.millrace.engine.job;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * A job in a list: how it stands.
 *
 * @param latest the last logical time that has come and at which there is a token; null if none is
 * @param states how many of its steps are in each state at that time
 * @param firedUntil how far its triggers have fired, by their names
 */
public record JobOverview(
    SavedJob job,
    Instant latest,
    Map<TokenState, Integer> states,
    Map<String, Instant> firedUntil) {

  /** What comes next. */
  public record NextFire(String trigger, Instant logicalTime, Instant dueAt) {}

  /**
   * The first of the fires that its triggers have before them; empty if there is none.
   *
   * @param inForce the job as it is read
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
