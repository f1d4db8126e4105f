package io.millrace.engine.refresh;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of the rules for user-sites.
 *
 * @param minimumSinceLastRefresh the plan skips a user-site refreshed more recently; zero = off
 * @param minimumSinceMfa how long no refresh starts after a site asked for a second factor
 */
public record ThrottlingSettings(
    Set<String> blacklistedProviders, Duration minimumSinceLastRefresh, Duration minimumSinceMfa) {

  public ThrottlingSettings {
    requireNotNegative("minimumSecondsSinceLastRefresh", minimumSinceLastRefresh);
    requireNotNegative("minimumSecondsSinceMfaRequired", minimumSinceMfa);
  }

  private static void requireNotNegative(String name, Duration minimum) {
    if (minimum.isNegative()) {
      throw new IllegalArgumentException(
          "millrace.flywheel.internal.throttling.%s = %d: must be 0 or more"
              .formatted(name, minimum.toSeconds()));
    }
  }

  /** Reads the settings by their names in the configuration. */
  public static ThrottlingSettings of(Config config) {
    return new ThrottlingSettings(
        Set.copyOf(config.getStringList("blacklistedProviders")),
        Duration.ofSeconds(config.getLong("minimumSecondsSinceLastRefresh")),
        Duration.ofSeconds(config.getLong("minimumSecondsSinceMfaRequired")));
  }
}
