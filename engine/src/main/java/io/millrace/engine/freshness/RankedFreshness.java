package io.millrace.engine.freshness;

import org.jspecify.annotations.Nullable;

/**
 * How the promises of a client, site, source or job stand, in a list that is sorted.
 *
 * @param oldest absent if nothing is stale or at risk
 */
public record RankedFreshness(FreshnessCounts counts, @Nullable OldestData oldest) {}
