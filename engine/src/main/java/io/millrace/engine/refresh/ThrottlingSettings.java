package io.millrace.engine.refresh;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of the rules for user-sites.
 *
 * @param minimumSinceLastRefresh a refresh that is younger than this is fresh enough; zero = off
 * @param minimumSinceMfa after a site wanted a second factor, it is left alone for this long
 */
public record ThrottlingSettings(
    Set<String> blacklistedProviders, Duration minimumSinceLastRefresh, Duration minimumSinceMfa) {

  /** From the settings, by the names they have there. */
  public static ThrottlingSettings of(Config config) {
    return new ThrottlingSettings(
        Set.copyOf(config.getStringList("blacklistedProviders")),
        Duration.ofSeconds(config.getLong("minimumSecondsSinceLastRefresh")),
        Duration.ofSeconds(config.getLong("minimumSecondsSinceMfaRequired")));
  }
}
