package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.VirtualPlan;
import io.millrace.engine.job.Job;
import io.millrace.engine.trigger.TriggerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a simulation starts with. It is used once: its table changes.
 *
 * @param pools the config of each pool
 * @param nodes the slots of each node; empty if only the channels limit the work
 * @param openTasks that wait or run when the virtual clock starts
 */
public record SimulatedWorld(
    SimulatedTime time,
    Rules rules,
    Map<String, PoolConfig> pools,
    Map<String, Integer> nodes,
    Refreshes refreshes,
    WorldJobs jobs,
    List<OpenTask> openTasks) {

  /**
   * The settings of the rules.
   *
   * @param lostAfter how long it takes until the attempts of a lost node end
   */
  public record Rules(
      FlywheelSettings flywheel,
      TriggerSettings triggers,
      Duration lostAfter,
      List<Outage> outages) {
    public Rules {
      outages = List.copyOf(outages);
    }
  }

  /**
   * Users, user-sites and collections.
   *
   * @param storedPlan the plan of the first day; absent to plan it again
   */
  public record Refreshes(
      VirtualDirectory directory, VirtualUserSites table, @Nullable VirtualPlan storedPlan) {}

  /** All jobs, and how their steps run. */
  public record WorldJobs(List<Job> jobs, RunProfiles profiles) {
    public WorldJobs {
      jobs = List.copyOf(jobs);
    }
  }

  public SimulatedWorld {
    pools = Map.copyOf(pools);
    nodes = Map.copyOf(nodes);
    openTasks = List.copyOf(openTasks);
  }
}
