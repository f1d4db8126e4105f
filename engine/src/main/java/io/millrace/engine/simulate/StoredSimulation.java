package io.millrace.engine.simulate;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * A simulation as it is stored.
 *
 * @param request as it was given, as JSON
 */
public record StoredSimulation(
    UUID id, Instant createdAt, String createdBy, String request, SimulationStatus status) {

  /** The word for how far a simulation is. */
  public enum SimulationState {
    WAITING,
    RUNNING,
    DONE,
    FAILED;

    /** The word of the API and the table. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How far it is.
   *
   * @param progress from 0 to 1
   * @param error why it failed; empty if it did not
   * @param result as JSON; empty if it is not done, or not asked for
   */
  public record SimulationStatus(
      SimulationState state, double progress, String error, String result) {}
}
