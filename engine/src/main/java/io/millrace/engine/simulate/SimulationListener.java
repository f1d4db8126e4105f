package io.millrace.engine.simulate;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Watches a simulation. */
public interface SimulationListener {
  /** Watches nothing. */
  SimulationListener NONE = new SimulationListener() {};

  /**
   * An attempt got its channel.
   *
   * @param row of its user-site or collection; -1 if it belongs to a token
   */
  default void started(int row, @Nullable TokenId token, Attempt attempt, Instant at) {}

  /**
   * Called now and then.
   *
   * @param part of the virtual time that is over, from 0 to 1
   * @return false to stop the simulation
   */
  default boolean progress(double part) {
    return true;
  }
}
