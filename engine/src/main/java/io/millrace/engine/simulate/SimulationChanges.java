package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.job.Job;
import io.millrace.engine.source.SourceCollection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The changes that a simulation assumes.
 *
 * @param pools other configs, by pool
 * @param flywheel other settings of the plan
 * @param sources the collections of sources that are other or new, by source
 * @param jobs that are other or new; they keep their number 0 until they replace a known job
 * @param fresh how old the data of everything may be, where nothing else is promised; absent for no
 *     such promise
 * @param growth how many times as many users a client has; {@link #ALL_CLIENTS} for all others
 */
public record SimulationChanges(
    Map<String, PoolConfig> pools,
    FlywheelChanges flywheel,
    Map<String, List<SourceCollection>> sources,
    List<Job> jobs,
    Optional<Outage> outage,
    Optional<Duration> fresh,
    Map<String, Double> growth) {
  /** Stands for every client that is not named. */
  public static final String ALL_CLIENTS = "*";

  public static final SimulationChanges NONE =
      new SimulationChanges(
          Map.of(),
          FlywheelChanges.NONE,
          Map.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  public SimulationChanges {
    pools = Map.copyOf(pools);
    sources = Map.copyOf(sources);
    jobs = List.copyOf(jobs);
    growth = Map.copyOf(growth);
  }

  boolean isEmpty() {
    return equals(NONE);
  }

  double growthOf(String client) {
    return growth.getOrDefault(client, growth.getOrDefault(ALL_CLIENTS, 1.0));
  }
}
