package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of a pool and the share of each system. {@link PoolConfigReader} validates it.
 *
 * @param enabled false = the pool is paused: nothing is granted, running tasks continue
 * @param maxConcurrency the number of channels
 */
public record PoolConfig(boolean enabled, int maxConcurrency, List<SourceSystem> sourceSystems) {

  public PoolConfig {
    sourceSystems = List.copyOf(sourceSystems);
  }

  /** A config in which all tasks share one system. */
  public static PoolConfig ofChannels(int maxConcurrency) {
    return new PoolConfig(
        true, maxConcurrency, List.of(new SourceSystem(SourceSystem.DEFAULT, 0, 100)));
  }

  public PoolConfig withEnabled(boolean enabled) {
    return new PoolConfig(enabled, maxConcurrency, sourceSystems);
  }

  /** Whether there is a system of this name in the list. */
  public boolean hasSystem(String name) {
    return sourceSystems.stream().anyMatch(system -> system.systemName().equals(name));
  }

  /**
   * Pauses or resumes a system.
   *
   * @param reason why it is paused; absent to resume it
   */
  public PoolConfig withPaused(String name, @Nullable String reason) {
    return new PoolConfig(
        enabled,
        maxConcurrency,
        sourceSystems.stream()
            .map(system -> system.systemName().equals(name) ? system.withPaused(reason) : system)
            .toList());
  }

  /**
   * The system whose share an execution uses: the longest listed system name that is a prefix of
   * the execution's name and ends at an underscore, a hyphen or its end. If there is none, the part
   * before the first underscore.
   */
  public String systemOf(String execution) {
    int underscore = execution.indexOf('_');
    return sourceSystems.stream()
        .map(SourceSystem::systemName)
        .filter(name -> begins(execution, name))
        .max(Comparator.comparingInt(String::length))
        .orElse(underscore > 0 ? execution.substring(0, underscore) : execution);
  }

  private static boolean begins(String execution, String name) {
    return execution.startsWith(name)
        && (execution.length() == name.length()
            || "_-".indexOf(execution.charAt(name.length())) >= 0);
  }

  /** The name under which a system is listed: its own, or DEFAULT. */
  String listedSystem(String system) {
    return sourceSystems.get(systemIndex(system)).systemName();
  }

  /** The index of a system in the list. A system that is not listed counts as DEFAULT. */
  int systemIndex(String system) {
    int other = 0;
    for (int place = 0; place < sourceSystems.size(); place++) {
      String name = sourceSystems.get(place).systemName();
      if (name.equals(system)) {
        return place;
      }
      if (name.equals(SourceSystem.DEFAULT)) {
        other = place;
      }
    }
    return other;
  }
}
