package io.millrace.engine.flywheel;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.refresh.RefreshRule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The metrics of the flywheel. */
public final class FlywheelMeters {
  private final Counter done;
  private final Counter missed;
  private final Counter started;
  private final Map<String, Counter> skippedUsers = new HashMap<>();
  private final Map<String, Counter> skippedUserSites = new HashMap<>();

  public FlywheelMeters(MeterRegistry registry) {
    done = minutes(registry, MinuteState.DONE);
    missed = minutes(registry, MinuteState.MISSED);
    started =
        Counter.builder("millrace.flywheel.started")
            .description("Refreshes that the plan started")
            .register(registry);
    for (UserRule rule : UserRule.values()) {
      skippedUsers.put(
          rule.text(),
          Counter.builder("millrace.flywheel.users.skipped")
              .description("Users of the plan that were skipped, by rule")
              .tag("reason", rule.text())
              .register(registry));
    }
    Stream.concat(
            Arrays.stream(RefreshRule.values()).map(RefreshRule::text),
            Stream.of(
                RefreshGateway.PlannedRefreshReply.SITE_NOT_KNOWN,
                RefreshGateway.PlannedRefreshReply.NO_ANSWER))
        .forEach(
            reason ->
                skippedUserSites.put(
                    reason,
                    Counter.builder("millrace.flywheel.usersites.skipped")
                        .description("User-sites of the plan that were skipped, by reason")
                        .tag("reason", reason)
                        .register(registry)));
  }

  private static Counter minutes(MeterRegistry registry, MinuteState state) {
    return Counter.builder("millrace.flywheel.minutes")
        .description("Minutes of the plan, by outcome")
        .tag("state", state.text())
        .register(registry);
  }

  void done(MinuteTally tally) {
    done.increment();
    started.increment(tally.started());
    tally.skippedUsers().forEach((reason, n) -> add(skippedUsers.get(reason), n));
    tally.skippedUserSites().forEach((reason, n) -> add(skippedUserSites.get(reason), n));
  }

  private static void add(@Nullable Counter counter, int n) {
    if (counter != null) {
      counter.increment(n);
    }
  }

  void missed(int minutes) {
    missed.increment(minutes);
  }
}
