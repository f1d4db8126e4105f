package io.millrace.engine.refresh;

import java.time.Duration;
import java.util.Set;

/**
 * The settings of the rules for user-sites.
 *
 * @param minimumSinceLastRefresh a refresh that is younger than this is fresh enough; zero = off
 * @param minimumSinceMfa after a site wanted a second factor, it is left alone for this long
 */
public record Throttling(
    Set<String> blacklistedProviders, Duration minimumSinceLastRefresh, Duration minimumSinceMfa) {}
