package io.millrace.engine.freshness;

import io.millrace.engine.fresh.ErrorBudget;

/**
 * How the promises of a client, site, source or job stand.
 *
 * @param dimension client, site, source or job
 */
public record FreshnessCounts(
    String dimension, String name, StateCounts counts, ErrorBudget budget) {

  /** Objects by state. */
  public record StateCounts(long fresh, long atRisk, long stale, long exempt) {
    public static final StateCounts NONE = new StateCounts(0, 0, 0, 0);

    public StateCounts plus(StateCounts other) {
      return new StateCounts(
          fresh + other.fresh, atRisk + other.atRisk, stale + other.stale, exempt + other.exempt);
    }

    public long total() {
      return fresh + atRisk + stale + exempt;
    }
  }
}
