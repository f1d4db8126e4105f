package io.millrace.engine.flow;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Chooses the system that gets the next channel. Systems below their reserve come first, in the
 * order of the config. The unreserved channels are then drawn by weight among the systems with
 * waiting tasks. A paused system counts as one without waiting tasks; its reserve stays its own.
 */
final class SystemChoice {
  /** No system gets a channel now. */
  static final int NONE = -1;

  private final PoolConfig config;
  private final List<SourceSystem> systems;
  private final IntPredicate waits;
  private final Draw draw;
  private final int[] running;
  private final int[] weights;
  private final double[] expected;
  private int total;
  private boolean reserved;

  /**
   * @param running channels in use, by the place of the system in the config
   * @param waits whether the system at a place has a waiting task that can start now
   */
  SystemChoice(PoolConfig config, int[] running, IntPredicate waits, Draw draw) {
    this.config = config;
    this.systems = config.sourceSystems();
    this.running = running;
    this.waits = waits;
    this.draw = draw;
    this.weights = new int[running.length];
    this.expected = new double[running.length];
    for (int used : running) {
      total += used;
    }
  }

  /** The place of the next system; {@link #NONE} if no channel can be granted. */
  int next() {
    reserved = false;
    if (!config.enabled() || total >= config.maxConcurrency()) {
      return NONE;
    }
    for (int place = 0; place < systems.size(); place++) {
      if (running[place] < systems.get(place).reservedChannels() && mayStart(place)) {
        reserved = true;
        return place;
      }
    }
    return total + unusedReserve(config, running) < config.maxConcurrency() ? drawSystem() : NONE;
  }

  private boolean mayStart(int place) {
    return systems.get(place).paused() == null && waits.test(place);
  }

  /** Whether the last choice used a reserve. */
  boolean wasReserved() {
    return reserved;
  }

  /** The system at this place uses one more channel. */
  void granted(int place) {
    running[place]++;
    total++;
  }

  /** The system at this place uses one channel less. */
  void released(int place) {
    running[place]--;
    total--;
  }

  /** The expected number of draws of each system by its weight, over all draws so far. */
  double[] expected() {
    return expected;
  }

  /** The channels that are kept free for systems below their reserve. */
  static int unusedReserve(PoolConfig config, int[] running) {
    int unused = 0;
    for (int place = 0; place < running.length; place++) {
      unused += Math.max(config.sourceSystems().get(place).reservedChannels() - running[place], 0);
    }
    return unused;
  }

  /** Each system has a range of numbers, from 1 on; a system without waiting tasks has none. */
  private int drawSystem() {
    int sum = 0;
    for (int place = 0; place < running.length; place++) {
      int weight = systems.get(place).probability();
      weights[place] = weight > 0 && mayStart(place) ? weight : 0;
      sum += weights[place];
    }
    if (sum == 0) {
      return NONE;
    }
    for (int each = 0; each < weights.length; each++) {
      expected[each] += (double) weights[each] / sum;
    }
    int place = 0;
    for (int left = draw.upTo(sum) - weights[0]; left > 0; left -= weights[place]) {
      place++;
    }
    return place;
  }
}
