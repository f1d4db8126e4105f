package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.List;

/**
 * Who may have how much of a pool. Valid by construction: {@link PoolConfigReader} makes it.
 *
 * @param enabled false = nothing is granted; what runs is left alone
 * @param maxConcurrency channels in all
 */
public record PoolConfig(boolean enabled, int maxConcurrency, List<SourceSystem> sourceSystems) {

  public PoolConfig {
    sourceSystems = List.copyOf(sourceSystems);
  }

  /** One system for everyone. */
  public static PoolConfig ofChannels(int maxConcurrency) {
    return new PoolConfig(
        true, maxConcurrency, List.of(new SourceSystem(SourceSystem.DEFAULT, 0, 100)));
  }

  public PoolConfig withEnabled(boolean enabled) {
    return new PoolConfig(enabled, maxConcurrency, sourceSystems);
  }

  /**
   * Whose share an execution uses: the longest name of the list that its own begins with, up to an
   * underscore, a hyphen or its end. If there is none, what is before its first underscore.
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

  /** The place of a system in the list; one that is not listed counts to DEFAULT. */
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
