package io.millrace.engine.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Calls back at a time. Akka's own timers are up to 10 ms late. */
@FunctionalInterface
public interface Alarm {

  /**
   * If the clock is stepped meanwhile, the call comes when the time that was left has passed.
   *
   * @param call must not block
   */
  void set(Instant at, Runnable call);

  static Alarm of(Clock clock) {
    return (at, call) -> {
      Duration left = Duration.between(clock.instant(), at);
      CompletableFuture.delayedExecutor(
              left.isNegative() ? 0 : left.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
          .execute(call);
    };
  }
}
