package io.millrace.engine.flywheel;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.refresh.ThrottlingSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

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
    ThrottlingSettings throttling,
    int defaultRefreshesPerDay,
    Map<String, Integer> refreshesPerDay,
    Duration maximumSinceLastLogin,
    Duration catchUpWindow,
    Duration keepPlans) {
  private static final String PATH = "millrace.flywheel.internal.";

  public FlywheelSettings {
    if (!isPossible(defaultRefreshesPerDay)) {
      throw impossible("defaultRefreshesPerDay", defaultRefreshesPerDay);
    }
    refreshesPerDay.forEach(
        (client, n) -> {
          if (!isPossible(n)) {
            throw impossible(ofClient(client), n);
          }
        });
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
        ThrottlingSettings.of(internal.getConfig("throttling")),
        internal.getInt("defaultRefreshesPerDay"),
        byClient(internal.getObject("refreshesPerDay")),
        Duration.ofDays(internal.getLong("maximumDaysSinceLastLogin")),
        DurationSetting.of(internal, "catchUpWindow"),
        DurationSetting.of(internal, "keepPlans"));
  }

  /**
   * How often the users of a client are refreshed.
   *
   * @param own what the client itself says; null if it does not
   */
  int refreshesPerDay(String client, Integer own) {
    return own != null ? own : refreshesPerDay.getOrDefault(client, defaultRefreshesPerDay);
  }

  private static Map<String, Integer> byClient(ConfigObject configured) {
    Map<String, Integer> byClient = new HashMap<>();
    configured.forEach(
        (client, value) -> byClient.put(client, whole(client, String.valueOf(value.unwrapped()))));
    return byClient;
  }

  private static int whole(String client, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException notWhole) {
      throw impossible(ofClient(client), text);
    }
  }

  private static String ofClient(String client) {
    return "refreshesPerDay.\"" + client + "\"";
  }

  private static IllegalArgumentException impossible(String name, Object value) {
    return new IllegalArgumentException(
        PATH + name + " = " + value + ": must be a whole number from 0 to " + Pass.MINUTES);
  }

  private static boolean isPossible(int n) {
    return n >= 0 && n <= Pass.MINUTES;
  }
}
