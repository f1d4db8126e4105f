package io.millrace.engine.simulate;

import java.util.List;
import java.util.SortedMap;

/**
 * What a simulation found.
 *
 * @param bursts one for each outage
 * @param figures what a back-test compares
 */
public record SimulationResult(
    MinuteSeries minutes,
    List<PoolLoad> pools,
    ReasonCounts reasons,
    FreshnessTotals freshness,
    List<CatchUpBurst> bursts,
    DayFigures figures,
    SimulationTotals totals) {

  /**
   * How often something happened.
   *
   * @param ends tasks that ended, by outcome
   * @param skips refreshes that a rule blocked and users that the plan left out, by rule
   */
  public record ReasonCounts(SortedMap<String, Long> ends, SortedMap<String, Long> skips) {}

  /**
   * The size of the simulation.
   *
   * @param missedMinutes minutes of the plan that became too old while nothing ran
   */
  public record SimulationTotals(long events, long missedMinutes) {}

  /** Missed freshness by client, and by site. */
  public record FreshnessTotals(List<MissedFreshness> clients, List<MissedFreshness> sites) {}

  /** How many tasks started. */
  public long started() {
    return minutes.startedBetween(0, minutes.length());
  }

  /** How many of them had waited for more than a minute. */
  public long late() {
    return pools.stream()
        .flatMap(pool -> pool.waiting().values().stream())
        .mapToLong(WaitingTimes::late)
        .sum();
  }
}
