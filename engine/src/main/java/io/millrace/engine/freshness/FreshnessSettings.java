package io.millrace.engine.freshness;

import com.typesafe.config.Config;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.refresh.ThrottlingSettings;
import java.time.Duration;
import java.util.TreeSet;

/**
 * The settings of freshness.
 *
 * @param windowDays how many UTC days budgets are counted over, today included
 * @param lookAhead how long before a promise ends to look at what is ahead
 * @param burnNotice a budget that would be used up within this time is reported
 * @param plan the settings whose rules exempt user-sites
 */
public record FreshnessSettings(
    int windowDays, Duration lookAhead, Duration burnNotice, FlywheelSettings plan) {
  private static final int MOST_DAYS = 366;

  public FreshnessSettings {
    if (windowDays < 1 || windowDays > MOST_DAYS) {
      throw new IllegalArgumentException(
          "millrace.freshness.window = " + windowDays + "d: must be 1 to " + MOST_DAYS + " days");
    }
    if (lookAhead.isNegative() || burnNotice.isNegative()) {
      throw new IllegalArgumentException(
          "millrace.freshness: look-ahead and burn-notice must not be negative");
    }
  }

  /** All that states follow from, as a text that is the same for the same settings. */
  String judgedWith() {
    ThrottlingSettings rules = plan.throttling();
    return String.join(
        " ",
        lookAhead.toString(),
        plan.maximumSinceLastLogin().toString(),
        rules.minimumSinceMfa().toString(),
        new TreeSet<>(rules.blacklistedProviders()).toString());
  }

  /** Reads {@code millrace.freshness}. */
  public static FreshnessSettings of(Config freshness, FlywheelSettings plan) {
    return new FreshnessSettings(
        Math.toIntExact(DurationSetting.of(freshness, "window").toDays()),
        DurationSetting.of(freshness, "look-ahead"),
        DurationSetting.of(freshness, "burn-notice"),
        plan);
  }
}
