package io.millrace.engine.flywheel;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.refresh.ThrottlingSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the flywheel.
 *
 * @param enabled false if no day is planned automatically and no minute runs
 * @param throttling the settings of the rules for user-sites
 * @param refreshesPerDay by client, for clients without a value of their own
 * @param maximumSinceLastLogin for clients that require a recent login
 * @param catchUpWindow a minute that is older than this no longer runs
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
    if (!isInRange(defaultRefreshesPerDay)) {
      throw outOfRange("defaultRefreshesPerDay", defaultRefreshesPerDay);
    }
    refreshesPerDay.forEach(
        (client, n) -> {
          if (!isInRange(n)) {
            throw outOfRange(settingOf(client), n);
          }
        });
    if (maximumSinceLastLogin.isNegative()) {
      throw new IllegalArgumentException(
          PATH
              + "maximumDaysSinceLastLogin = "
              + maximumSinceLastLogin.toDays()
              + ": must be 0 or more");
    }
    if (catchUpWindow.isNegative() || keepPlans.toDays() < 1) {
      throw new IllegalArgumentException(
          PATH
              + "catchUpWindow = "
              + catchUpWindow
              + ", keepPlans = "
              + keepPlans
              + ": a window cannot be negative, and a plan is kept for at least a day");
    }
    refreshesPerDay = Map.copyOf(refreshesPerDay);
  }

  /** Reads {@code millrace.flywheel.internal}. */
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
   * Returns how often the users of a client are refreshed.
   *
   * @param own the value of the client itself; absent if it has none
   */
  public int refreshesPerDay(String client, @Nullable Integer own) {
    return own != null ? own : refreshesPerDay.getOrDefault(client, defaultRefreshesPerDay);
  }

  /** Whether a minute of the plan no longer runs. */
  public boolean isTooOld(Instant minute, Instant now) {
    return minute.isBefore(now.minus(catchUpWindow));
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
      throw outOfRange(settingOf(client), text);
    }
  }

  private static String settingOf(String client) {
    return "refreshesPerDay.\"" + client + "\"";
  }

  private static IllegalArgumentException outOfRange(String name, Object value) {
    return new IllegalArgumentException(
        PATH + name + " = " + value + ": must be a whole number from 0 to " + Pass.MINUTES);
  }

  private static boolean isInRange(int n) {
    return n >= 0 && n <= Pass.MINUTES;
  }
}
