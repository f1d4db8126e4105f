package io.millrace.engine.flow;

import io.millrace.engine.task.Blocker;

/**
 * Says what a waiting task waits for: the first thing that has to change before it can start. The
 * order is that in which {@link Admission} decides, but a missing worker comes before the channels:
 * no channel would help.
 */
final class BlockerRule {
  private final PoolConfig config;
  private final int[] running;
  private final int total;

  /**
   * @param running channels in use, by the place of the system in the config
   */
  BlockerRule(PoolConfig config, int[] running) {
    this.config = config;
    this.running = running;
    int sum = 0;
    for (int used : running) {
      sum += used;
    }
    this.total = sum;
  }

  /**
   * @param place of its system in the config
   * @param before the number of tasks that are granted before it
   */
  Blocker of(int place, WorkerReach reach, int before) {
    if (!config.enabled()) {
      return Blocker.POOL_PAUSED;
    }
    SourceSystem system = config.sourceSystems().get(place);
    if (system.paused() != null) {
      return Blocker.SYSTEM_PAUSED;
    }
    if (system.probability() == 0 && system.reservedChannels() == 0) {
      return Blocker.NO_SHARE;
    }
    if (!reach.living()) {
      return Blocker.NO_WORKER;
    }
    if (!reach.trusted()) {
      return Blocker.NO_WORKER_FOR_SECRETS;
    }
    if (total >= config.maxConcurrency()) {
      return Blocker.CHANNELS_IN_USE;
    }
    if (running[place] >= system.reservedChannels()) {
      if (system.probability() == 0) {
        return Blocker.WEIGHT_ZERO;
      }
      if (total + SystemChoice.unusedReserve(config, running) >= config.maxConcurrency()) {
        return Blocker.CHANNELS_RESERVED;
      }
    }
    if (!reach.free()) {
      return Blocker.WORKERS_BUSY;
    }
    return before > 0 ? Blocker.OTHERS_FIRST : Blocker.ABOUT_TO_START;
  }
}
