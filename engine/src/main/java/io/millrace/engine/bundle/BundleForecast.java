package io.millrace.engine.bundle;

import io.millrace.engine.directory.Client;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * What follows from applying a bundle, in the next 24 hours.
 *
 * @param refreshesBefore refreshes of collections and user-sites a day, as it is now
 * @param refreshesAfter the same afterwards
 */
public record BundleForecast(
    Instant from,
    Instant until,
    FireForecast fires,
    long refreshesBefore,
    long refreshesAfter,
    List<PoolForecast> pools) {
  private static final Duration LENGTH = Duration.ofHours(24);

  /**
   * The channels that a pool has, and the number it needs on average.
   *
   * @param channelsBefore 0 if it does not exist or is paused
   * @param channelsAfter the same afterwards
   * @param withoutHistory how many definitions count nothing, because no run of them is known
   */
  public record PoolForecast(
      String pool,
      int channelsBefore,
      int channelsAfter,
      double neededBefore,
      double neededAfter,
      int withoutHistory) {

    public boolean suffices() {
      return neededAfter <= channelsAfter;
    }
  }

  /**
   * @param refreshesPerDay how often the plan refreshes the users of a client
   */
  static BundleForecast of(
      TypedDefinitions before,
      TypedDefinitions after,
      LoadFacts facts,
      ToIntFunction<Client> refreshesPerDay,
      Instant now) {
    FireWindow window = new FireWindow(now, LENGTH);
    LoadForecast loadBefore = new LoadForecast(before, facts, window, refreshesPerDay);
    LoadForecast loadAfter = new LoadForecast(after, facts, window, refreshesPerDay);
    FireForecast fires = FireForecast.of(before, after, facts.bySite(), window);
    TreeSet<String> pools = new TreeSet<>(before.channels().keySet());
    pools.addAll(after.channels().keySet());
    return new BundleForecast(
        now,
        window.until(),
        fires,
        loadBefore.refreshes(),
        loadAfter.refreshes(),
        pools.stream()
            .map(
                pool ->
                    new PoolForecast(
                        pool,
                        before.channels().getOrDefault(pool, 0),
                        after.channels().getOrDefault(pool, 0),
                        loadBefore.needed(pool),
                        loadAfter.needed(pool),
                        loadAfter.withoutHistory(pool)))
            .toList());
  }
}
