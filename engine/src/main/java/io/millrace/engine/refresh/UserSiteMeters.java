package io.millrace.engine.refresh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What operators see of the user-sites of a node. */
public final class UserSiteMeters {
  private final Map<Outcome.Kind, Counter> ended = new EnumMap<>(Outcome.Kind.class);
  private final Counter stale;
  private final Counter skipped;
  private final Timer lateness;

  public UserSiteMeters(MeterRegistry registry) {
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      ended.put(
          kind,
          Counter.builder("millrace.tasks.ended")
              .description("Tasks that ended, by how")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    stale =
        Counter.builder("millrace.reports.stale")
            .description("Reports of an attempt that was not the current one; they changed nothing")
            .register(registry);
    skipped =
        Counter.builder("millrace.schedule.skipped")
            .description("Planned times that passed without a refresh")
            .tag("reason", "already-queued-or-running")
            .register(registry);
    lateness =
        Timer.builder("millrace.schedule.lateness")
            .description("From the planned time of a refresh until it was queued")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
  }

  void ended(Outcome outcome) {
    ended.get(outcome.kind()).increment();
  }

  void stale() {
    stale.increment();
  }

  void woken(UserSiteEvent event, Instant plannedAt, Instant now) {
    if (event instanceof UserSiteEvent.Skipped) {
      skipped.increment();
    } else if (event instanceof UserSiteEvent.Queued) {
      lateness.record(Duration.between(plannedAt, now));
    }
  }
}
