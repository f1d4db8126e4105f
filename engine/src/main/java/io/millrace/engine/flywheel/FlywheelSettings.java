package io.millrace.engine.flywheel;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.millrace.engine.refresh.Throttling;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the flywheel behaves.
 *
 * @param enabled false = no day is planned by itself and no minute runs
 * @param throttling the settings of the rules for user-sites
 * @param refreshesPerDay by client, for clients that do not say it themselves
 * @param maximumSinceLastLogin for clients that want users to have logged in lately
 * @param catchUpWindow a minute that is older than this is not run any more
 * @param keepPlans how long the plan of a day is kept
 */
public record FlywheelSettings(
    boolean enabled,
    Throttling throttling,
    int defaultRefreshesPerDay,
    Map<String, Integer> refreshesPerDay,
    Duration maximumSinceLastLogin,
    Duration catchUpWindow,
    Duration keepPlans) {
  private static final Logger log = LoggerFactory.getLogger(FlywheelSettings.class);
  private static final String PATH = "millrace.flywheel.internal.";

  public FlywheelSettings {
    if (!isPossible(defaultRefreshesPerDay)) {
      throw new IllegalArgumentException(
          PATH + "defaultRefreshesPerDay = " + defaultRefreshesPerDay + ": must be 0 to 1380");
    }
    if (catchUpWindow.isNegative() || keepPlans.toDays() < 1) {
      throw new IllegalArgumentException(
          PATH
              + "catchUpWindow = "
              + catchUpWindow
              + ", keepPlans = "
              + keepPlans
              + ": a window cannot be negative, and a plan is kept for a day at least");
    }
    refreshesPerDay = Map.copyOf(refreshesPerDay);
  }

  /** From {@code millrace.flywheel.internal}. */
  public static FlywheelSettings of(Config internal) {
    return new FlywheelSettings(
        internal.getBoolean("enabled"),
        Throttling.of(internal.getConfig("throttling")),
        internal.getInt("defaultRefreshesPerDay"),
        possible(internal.getObject("refreshesPerDay")),
        Duration.ofDays(internal.getLong("maximumDaysSinceLastLogin")),
        internal.getDuration("catchUpWindow"),
        internal.getDuration("keepPlans"));
  }

  /**
   * How often the users of a client are refreshed.
   *
   * @param own what the client itself says; null if it does not
   */
  int refreshesPerDay(String client, Integer own) {
    return own != null ? own : refreshesPerDay.getOrDefault(client, defaultRefreshesPerDay);
  }

  /**
   * One client's mistake is not the others' problem: it gets the default, and a line in the log.
   */
  private static Map<String, Integer> possible(ConfigObject configured) {
    Map<String, Integer> possible = new HashMap<>();
    for (Map.Entry<String, ConfigValue> entry : configured.entrySet()) {
      Object value = entry.getValue().unwrapped();
      try {
        int n = Integer.parseInt(String.valueOf(value));
        if (isPossible(n)) {
          possible.put(entry.getKey(), n);
          continue;
        }
      } catch (NumberFormatException notANumber) {
        // Said below, as for a number that is out of range.
      }
      log.error(
          "{}refreshesPerDay.\"{}\" = {}: must be a whole number from 0 to 1380; the default is"
              + " used",
          PATH,
          entry.getKey(),
          value);
    }
    return possible;
  }

  private static boolean isPossible(int n) {
    return n >= 0 && n <= Pass.MINUTES;
  }
}
