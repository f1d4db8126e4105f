package io.millrace.engine.simulate;

import io.millrace.engine.flow.VirtualPool;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what happens in a simulation. */
final class SimulationTally {
  /** A task that waited longer started late. */
  static final Duration LATE_AFTER = Duration.ofMinutes(1);

  private static final Set<TaskReason> PLAN = Set.of(TaskReason.PLAN, TaskReason.CATCH_UP);

  private final MinuteSeries minutes;
  private final FiguresTally figures;
  private final Map<String, VirtualPool> pools;
  private final Map<String, int[]> running = new HashMap<>();
  private final Map<String, SortedMap<String, WaitingTimes>> waiting = new HashMap<>();
  private final SortedMap<String, Long> ends = new TreeMap<>();
  private final SortedMap<String, Long> skips = new TreeMap<>();
  private long overdueMinutes;
  private int reached;

  SimulationTally(SimulatedWorld world, Map<String, VirtualPool> pools) {
    this.minutes = MinuteSeries.of(world.time().from(), world.time().until());
    this.figures = new FiguresTally(world);
    this.pools = pools;
    for (String pool : pools.keySet()) {
      running.put(pool, new int[minutes.length()]);
      waiting.put(pool, new TreeMap<>());
    }
  }

  void queued(long now) {
    minutes.queued()[minutes.minute(now)]++;
  }

  /**
   * @param system the name of the system that it counts to
   */
  void started(String pool, String system, OpenAttempt open, String worker, long now) {
    int minute = minutes.minute(now);
    boolean isPlanned = !open.isJob() && PLAN.contains(open.attempt().reason());
    minutes.started()[minute]++;
    minutes.planned()[minute] += isPlanned ? 1 : 0;
    minutes.jobs()[minute] += open.isJob() ? 1 : 0;
    waiting
        .getOrDefault(pool, new TreeMap<>())
        .computeIfAbsent(system, name -> new WaitingTimes(LATE_AFTER))
        .add(now - open.attempt().queuedAt().toEpochMilli());
    figures.started(open, worker, now);
  }

  /**
   * @param took how long it ran, in milliseconds
   */
  void ended(OpenAttempt open, Outcome.Kind kind, long took) {
    ends.merge(kind.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
    figures.ended(open, took);
  }

  void skipped(String rule) {
    skips.merge(rule, 1L, Long::sum);
  }

  /** Minutes of the plan that became too old while nothing ran. */
  void missedMinute() {
    overdueMinutes++;
  }

  /** The state of the pools from the last call until now. */
  void advance(long now) {
    int minute = Math.min(minutes.minute(now), minutes.length() - 1);
    for (; reached < minute; reached++) {
      noteLoad(reached);
    }
    noteLoad(minute);
  }

  private void noteLoad(int minute) {
    int used = 0;
    int waits = 0;
    for (Map.Entry<String, VirtualPool> each : pools.entrySet()) {
      VirtualPool pool = each.getValue();
      int[] series = running.getOrDefault(each.getKey(), minutes.running());
      series[minute] = Math.max(series[minute], pool.running());
      used += pool.running();
      waits += pool.waiting();
    }
    minutes.running()[minute] = Math.max(minutes.running()[minute], used);
    minutes.waiting()[minute] = Math.max(minutes.waiting()[minute], waits);
  }

  SimulationResult result(
      List<Outage> outages, SimulationResult.FreshnessTotals freshness, long events) {
    List<PoolLoad> loads = new ArrayList<>();
    for (String name : new TreeMap<>(pools).keySet()) {
      VirtualPool pool = pools.get(name);
      int[] series = running.get(name);
      SortedMap<String, WaitingTimes> times = waiting.get(name);
      if (pool != null && series != null && times != null) {
        int channels = pool.config().enabled() ? pool.config().maxConcurrency() : 0;
        loads.add(new PoolLoad(name, channels, series, times));
      }
    }
    List<CatchUpBurst> bursts =
        outages.stream().map(outage -> CatchUpBurst.of(outage, minutes)).toList();
    return new SimulationResult(
        minutes,
        loads,
        new SimulationResult.ReasonCounts(ends, skips),
        freshness,
        bursts,
        figures.figures(minutes, loads),
        new SimulationResult.SimulationTotals(events, overdueMinutes));
  }
}
