package io.millrace.engine.refresh;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metrics of a node's user-sites. */
public final class UserSiteMeters {
  private final Map<Outcome.Kind, Counter> ended = new EnumMap<>(Outcome.Kind.class);
  private final Counter stale;
  private final Map<String, Counter> skipped = new HashMap<>();
  private final Timer lateness;

  public UserSiteMeters(MeterRegistry registry) {
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      ended.put(
          kind,
          Counter.builder("millrace.tasks.ended")
              .description("Tasks that ended, by outcome")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    stale =
        Counter.builder("millrace.reports.stale")
            .description("Ignored reports: their attempt was not the current one")
            .register(registry);
    for (RefreshRule rule : RefreshRule.values()) {
      skipped.put(
          rule.text(),
          Counter.builder("millrace.refreshes.skipped")
              .description("Refreshes that were requested or due, and that a rule blocked")
              .tag("rule", rule.text())
              .register(registry));
    }
    lateness =
        Timer.builder("millrace.schedule.lateness")
            .description("From the planned time of a refresh until it was queued")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
  }

  void ended(UserSiteEvent.Ended event) {
    count(ended.get(event.outcome().kind()));
    if (event.followUp().passedAt() != null) {
      count(skipped.get(RefreshRule.ALREADY_QUEUED_OR_RUNNING.text()));
    }
  }

  private static void count(@Nullable Counter counter) {
    if (counter != null) {
      counter.increment();
    }
  }

  void stale() {
    stale.increment();
  }

  void refreshed(UserSiteEvent event) {
    if (event instanceof UserSiteEvent.Skipped skip && !skip.isSafetyNet()) {
      count(skipped.get(skip.why()));
    }
  }

  /** Lateness is measured from the booked time. */
  void woken(UserSiteEvent event, @Nullable Instant bookedAt, Instant now) {
    refreshed(event);
    if (event instanceof UserSiteEvent.Queued && bookedAt != null) {
      lateness.record(Duration.between(bookedAt, now));
    }
  }
}
