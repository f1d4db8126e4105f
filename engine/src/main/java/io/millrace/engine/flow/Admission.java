package io.millrace.engine.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which task gets the next channel. Systems below their reserve come first, in the order of
 * the config. The unreserved channels are then drawn by weight among the systems with waiting
 * tasks.
 */
final class Admission {
  private final PoolConfig config;
  private final List<SourceSystem> systems;
  private final WaitingQueue waiting;
  private final Slots slots;
  private final Draw draw;
  private final int[] running;
  private final int[] weights;
  private final double[] expected;
  private int total;

  /** The granted task, its worker, and whether the grant used a reserve. */
  record Grant(WaitingTask task, String worker, boolean reserved) {}

  /**
   * @param running channels in use, by the place of the system in the config
   */
  Admission(PoolConfig config, int[] running, WaitingQueue waiting, Slots slots, Draw draw) {
    this.config = config;
    this.systems = config.sourceSystems();
    this.running = running;
    this.weights = new int[running.length];
    this.expected = new double[running.length];
    this.waiting = waiting;
    this.slots = slots;
    this.draw = draw;
    for (int used : running) {
      total += used;
    }
  }

  /** The next grant; absent if there is none. */
  @Nullable Grant next() {
    if (!config.enabled() || total >= config.maxConcurrency()) {
      return null;
    }
    for (int place = 0; place < systems.size(); place++) {
      if (running[place] < systems.get(place).reservedChannels() && waits(place)) {
        return grant(place, true);
      }
    }
    int drawn = total + unusedReserve() < config.maxConcurrency() ? drawSystem() : -1;
    return drawn < 0 ? null : grant(drawn, false);
  }

  /** The expected number of draws of each system by its weight, over all draws so far. */
  double[] expected() {
    return expected;
  }

  private boolean waits(int place) {
    return waiting.hasTaskFor(place, slots);
  }

  private @Nullable Grant grant(int place, boolean reserved) {
    SystemQueue.QueuePlace first = waiting.poll(place, slots);
    if (first == null) {
      return null;
    }
    running[place]++;
    total++;
    return new Grant(first.task(), slots.take(first.queue()), reserved);
  }

  private int unusedReserve() {
    int unused = 0;
    for (int place = 0; place < running.length; place++) {
      unused += Math.max(systems.get(place).reservedChannels() - running[place], 0);
    }
    return unused;
  }

  /** Each system has a range of numbers, from 1 on; a system without waiting tasks has none. */
  private int drawSystem() {
    int sum = 0;
    for (int place = 0; place < running.length; place++) {
      int weight = systems.get(place).probability();
      weights[place] = weight > 0 && waits(place) ? weight : 0;
      sum += weights[place];
    }
    if (sum == 0) {
      return -1;
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
