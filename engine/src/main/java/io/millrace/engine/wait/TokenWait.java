package io.millrace.engine.wait;

import io.millrace.engine.job.Step;
import io.millrace.engine.task.Blocker;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.Activation;
import io.millrace.engine.token.Token;
import io.millrace.engine.token.TokenDecisionContext;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a token waits for. */
public final class TokenWait {
  private TokenWait() {}

  /**
   * @param paused whether its job is paused
   * @param ofTask what its queued task waits for; absent if it has none
   * @return empty if it does not wait
   */
  public static Optional<Wait> of(
      Token token, Step step, boolean paused, @Nullable Wait ofTask, Instant now) {
    Activation run = token.activation();
    if (run != null) {
      return run.attempt() == null ? retry(run, paused, now) : Optional.ofNullable(ofTask);
    }
    int count = token.count(step);
    if (count >= step.threshold()) {
      return paused
          ? Optional.of(
              Wait.of(Blocker.JOB_PAUSED, "All arrivals are in, but its job is paused", null))
          : Optional.empty();
    }
    return token.state() == TokenState.WAITING
        ? Optional.of(Wait.of(Blocker.ARRIVALS, arrivals(token, step, count), null))
        : Optional.empty();
  }

  private static Optional<Wait> retry(Activation run, boolean paused, Instant now) {
    Instant at = run.at();
    String attempt = "Attempt " + (run.no() + 1);
    if (paused) {
      return Optional.of(
          Wait.of(Blocker.JOB_PAUSED, attempt + " is booked, but its job is paused", null));
    }
    return Optional.of(
        at == null || at.isBefore(now)
            ? Wait.of(Blocker.RETRY_BOOKED, attempt + " is about to be queued", at)
            : Wait.of(Blocker.RETRY_BOOKED, attempt + " is booked for " + at, at));
  }

  private static String arrivals(Token token, Step step, int count) {
    Set<String> missing = new LinkedHashSet<>(TokenDecisionContext.sources(step));
    missing.removeAll(token.arrivals().keySet());
    return count + " of " + step.threshold() + " arrivals; missing: " + String.join(", ", missing);
  }
}
