package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Who can take a task now: nodes with free slots, the one with the most of them first; remote
 * workers that asked for work, in turn; and callers who do the work themselves, always.
 */
final class Slots {
  private record Free(String worker, int slots) {}

  private static final class Open {
    private final String worker;
    private int left;

    private Open(Offer offer) {
      worker = offer.worker();
      left = offer.max();
    }
  }

  private final Map<String, Integer> nodes;
  private final PriorityQueue<Free> order =
      new PriorityQueue<>(
          Comparator.comparingInt((Free free) -> -free.slots()).thenComparing(Free::worker));
  private final Map<String, Deque<Open>> offers = new HashMap<>();

  /**
   * @param nodes free slots by worker
   * @param offers in the order in which they came
   */
  Slots(Map<String, Integer> nodes, List<Offer> offers) {
    this.nodes = new HashMap<>(nodes);
    this.nodes.forEach((worker, n) -> order.add(new Free(worker, n)));
    for (Offer offer : offers) {
      Open open = new Open(offer);
      for (String queue : offer.queues()) {
        this.offers.computeIfAbsent(queue, name -> new ArrayDeque<>()).add(open);
      }
    }
  }

  /** A slot of a node that is lost, or of a remote worker, which asks again, is nobody's. */
  void give(String worker) {
    if (nodes.computeIfPresent(worker, (name, n) -> n + 1) != null) {
      order.add(new Free(worker, nodes.get(worker)));
    }
  }

  boolean serve(String queue) {
    return switch (queue) {
      case Task.NODES -> freest() != null;
      case Task.CALLER -> true;
      default -> firstOpen(queue) != null;
    };
  }

  /** The worker to use; to be asked only for what is served. */
  String take(String queue) {
    return switch (queue) {
      case Task.NODES -> takeNode();
      case Task.CALLER -> Task.CALLER;
      default -> takeOffer(queue);
    };
  }

  private Free freest() {
    Free first = order.peek();
    while (first != null && nodes.get(first.worker()) != first.slots()) {
      order.poll(); // it has been used or given back since
      first = order.peek();
    }
    return first == null || first.slots() <= 0 ? null : first;
  }

  private String takeNode() {
    Free first = freest();
    order.poll();
    nodes.put(first.worker(), first.slots() - 1);
    order.add(new Free(first.worker(), first.slots() - 1));
    return first.worker();
  }

  private Open firstOpen(String queue) {
    Deque<Open> open = offers.get(queue);
    while (open != null && !open.isEmpty() && open.peek().left == 0) {
      open.poll(); // all it offered went to another of its queues
    }
    return open == null ? null : open.peek();
  }

  private String takeOffer(String queue) {
    Open first = firstOpen(queue);
    first.left--;
    Deque<Open> open = offers.get(queue);
    open.add(open.poll());
    return first.worker;
  }
}
