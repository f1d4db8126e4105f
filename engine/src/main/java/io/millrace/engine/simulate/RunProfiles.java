package io.millrace.engine.simulate;

import java.util.HashMap;
import java.util.Map;

/**
 * The run profiles of all work, as the history knows them.
 *
 * @param byWork of a site by its name, of a collection or step by {@code source/name}
 * @param all of everything together, for work that was never run
 * @param runs how many runs they are made of
 */
public record RunProfiles(Map<String, RunProfile> byWork, RunProfile all, long runs) {
  public static final RunProfiles NONE = new RunProfiles(Map.of(), RunProfile.UNKNOWN, 0);

  public RunProfiles {
    byWork = Map.copyOf(byWork);
  }

  public RunProfile ofSite(String site) {
    return byWork.getOrDefault(site, all);
  }

  /** Of a collection of a source, or a step of a job. */
  public RunProfile of(String source, String name) {
    return byWork.getOrDefault(key(source, name), all);
  }

  static String key(String source, String name) {
    return source + "/" + name;
  }

  /** The same, with one site so many times as slow. */
  public RunProfiles withSlower(String site, double factor) {
    Map<String, RunProfile> changed = new HashMap<>(byWork);
    changed.put(site, ofSite(site).slower(factor));
    return new RunProfiles(changed, all, runs);
  }
}
