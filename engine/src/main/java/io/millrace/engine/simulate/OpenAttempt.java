package io.millrace.engine.simulate;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.token.TokenId;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that waits or runs in a simulation.
 *
 * @param row of its user-site or collection; -1 if it belongs to a token
 * @param source the site, source or job, whose outage concerns it
 */
record OpenAttempt(
    Attempt attempt, int row, @Nullable TokenId token, String source, RunProfile profile) {

  boolean isJob() {
    return token != null;
  }
}
