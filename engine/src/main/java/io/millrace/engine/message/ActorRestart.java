package io.millrace.engine.message;

import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.SupervisorStrategy;
import io.millrace.engine.clock.Backoff;
import java.time.Duration;

/** How an actor restarts after a write that failed. */
public final class ActorRestart {
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final double JITTER = 0.2;

  private ActorRestart() {}

  /** Restarts after pauses that double, up to the longest. */
  public static BackoffSupervisorStrategy afterPausesUpTo(Duration longest) {
    Backoff pauses = Backoff.doubling(FIRST, longest).withJitter(JITTER);
    return SupervisorStrategy.restartWithBackoff(pauses.first(), pauses.longest(), pauses.jitter());
  }
}
