package io.millrace.engine.flow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** Free slots of the workers: the next task goes to the worker with the most of them. */
final class WorkerSlots {
  private record Free(String worker, int slots) {}

  private final Map<String, Integer> slots;
  private final PriorityQueue<Free> order =
      new PriorityQueue<>(
          Comparator.comparingInt((Free f) -> -f.slots()).thenComparing(Free::worker));

  WorkerSlots(Map<String, Integer> slots) {
    this.slots = new HashMap<>(slots);
    this.slots.forEach((worker, n) -> order.add(new Free(worker, n)));
  }

  /** A slot of an unknown worker, one that is lost, is nobody's. */
  void give(String worker) {
    if (slots.computeIfPresent(worker, (w, n) -> n + 1) != null) {
      order.add(new Free(worker, slots.get(worker)));
    }
  }

  /** The worker to use, or null if none has a free slot. */
  String take() {
    while (!order.isEmpty() && order.peek().slots() > 0) {
      Free first = order.poll();
      if (slots.get(first.worker()) == first.slots()) {
        int left = first.slots() - 1;
        slots.put(first.worker(), left);
        order.add(new Free(first.worker(), left));
        return first.worker();
      }
    }
    return null;
  }
}
