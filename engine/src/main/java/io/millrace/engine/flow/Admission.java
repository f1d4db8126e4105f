package io.millrace.engine.flow;

import org.jspecify.annotations.Nullable;

/**
 * Decides which task gets the next channel: {@link SystemChoice} names the system, and its queue
 * the task.
 */
final class Admission {
  private final WaitingQueue waiting;
  private final Slots slots;
  private final SystemChoice choice;

  /** The granted task, its worker, and whether the grant used a reserve. */
  record Grant(WaitingTask task, String worker, boolean reserved) {}

  /**
   * @param running channels in use, by the place of the system in the config
   */
  Admission(PoolConfig config, int[] running, WaitingQueue waiting, Slots slots, Draw draw) {
    this.waiting = waiting;
    this.slots = slots;
    this.choice =
        new SystemChoice(config, running, place -> waiting.hasTaskFor(place, slots), draw);
  }

  /** The next grant; absent if there is none. */
  @Nullable Grant next() {
    int place = choice.next();
    SystemQueue.QueuePlace first = place == SystemChoice.NONE ? null : waiting.poll(place, slots);
    if (first == null) {
      return null;
    }
    choice.granted(place);
    return new Grant(first.task(), slots.take(first.queue()), choice.wasReserved());
  }

  /** The expected number of draws of each system by its weight, over all draws so far. */
  double[] expected() {
    return choice.expected();
  }
}
