package io.millrace.engine.trigger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of the triggers. Only the node that fires them has values. */
public final class TriggerMeters {
  private final Counter fired;
  private final Counter caughtUp;
  private final Map<MissedReason, Counter> missed = new EnumMap<>(MissedReason.class);
  private final Timer lateness;
  private final AtomicLong waiting = new AtomicLong();

  public TriggerMeters(MeterRegistry registry) {
    fired = fires(registry, TaskReason.TRIGGER);
    caughtUp = fires(registry, TaskReason.CATCH_UP);
    for (MissedReason why : MissedReason.values()) {
      missed.put(
          why,
          Counter.builder("millrace.triggers.missed")
              .description("Fires that were missed, by reason")
              .tag("reason", why.text())
              .register(registry));
    }
    lateness =
        Timer.builder("millrace.triggers.lateness")
            .description("From the time when a fire was due until it had arrived at all tokens")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    Gauge.builder("millrace.triggers.waiting", waiting, AtomicLong::get)
        .description("Fires that are still to be caught up")
        .register(registry);
  }

  private static Counter fires(MeterRegistry registry, TaskReason reason) {
    return Counter.builder("millrace.triggers.fires")
        .description("Fires of triggers, in time or caught up")
        .tag("reason", reason.text())
        .register(registry);
  }

  /** Counts a fire. Lateness is recorded only for fires in time, not for catch-up. */
  void fired(Fire fire, Instant now) {
    if (fire.isCatchUp()) {
      caughtUp.increment();
    } else {
      fired.increment();
      Duration late = Duration.between(fire.due(), now);
      lateness.record(late.isNegative() ? Duration.ZERO : late);
    }
  }

  void missed(MissedFires fires) {
    Counter counter = missed.get(fires.why());
    if (counter != null) {
      counter.increment(fires.fires());
    }
  }

  void waiting(long fires) {
    waiting.set(fires);
  }
}
