package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The capacity for new tasks. Among the nodes, the one with the most free slots comes first. Remote
 * workers with an open claim take turns. External callers always have capacity.
 */
final class Slots {
  private static final class NodeSlots {
    private final String worker;
    private int free;

    private NodeSlots(String worker, int free) {
      this.worker = worker;
      this.free = free;
    }
  }

  private static final class OpenOffer {
    private final Offer offer;
    private int left;

    private OpenOffer(Offer offer) {
      this.offer = offer;
      left = offer.max();
    }

    private boolean mayHave(@Nullable String project) {
      return offer.mayHave(project);
    }
  }

  private final Map<String, NodeSlots> nodes = new TreeMap<>();
  private int freeSlots;
  private final Map<String, Deque<OpenOffer>> offers = new HashMap<>();

  /**
   * @param nodes free slots by worker
   * @param offers in order of arrival
   */
  Slots(Map<String, Integer> nodes, List<Offer> offers) {
    nodes.forEach(
        (worker, free) -> {
          this.nodes.put(worker, new NodeSlots(worker, free));
          freeSlots += Math.max(free, 0);
        });
    for (Offer offer : offers) {
      OpenOffer open = new OpenOffer(offer);
      for (String queue : offer.queues()) {
        this.offers.computeIfAbsent(queue, name -> new ArrayDeque<>()).add(open);
      }
    }
  }

  /**
   * Frees a slot of a node. A lost node has none, and a remote worker sends a new claim instead.
   */
  void release(String worker) {
    NodeSlots node = nodes.get(worker);
    if (node != null && ++node.free > 0) {
      freeSlots++;
    }
  }

  boolean canServe(EligibleWorkers queue) {
    return switch (queue.name()) {
      case Task.NODES -> freeSlots > 0;
      case Task.CALLER -> true;
      default -> firstOpen(queue) != null;
    };
  }

  /** Takes a slot and returns its worker. Call it only if {@link #canServe} is true. */
  String take(EligibleWorkers queue) {
    return switch (queue.name()) {
      case Task.NODES -> takeNode();
      case Task.CALLER -> Task.CALLER;
      default -> takeOffer(queue);
    };
  }

  private String takeNode() {
    NodeSlots freest = nodes.values().iterator().next();
    for (NodeSlots node : nodes.values()) {
      freest = node.free > freest.free ? node : freest;
    }
    freest.free--;
    freeSlots--;
    return freest.worker;
  }

  private @Nullable OpenOffer firstOpen(EligibleWorkers queue) {
    Deque<OpenOffer> all = offers.getOrDefault(queue.name(), new ArrayDeque<>(0));
    while (!all.isEmpty() && all.peek().left == 0) {
      all.poll(); // its offer was used up by another of its queues
    }
    for (OpenOffer open : all) {
      if (open.left > 0 && open.mayHave(queue.project())) {
        return open;
      }
    }
    return null;
  }

  private String takeOffer(EligibleWorkers queue) {
    OpenOffer first = firstOpen(queue);
    Deque<OpenOffer> open = offers.get(queue.name());
    if (first == null || open == null) {
      throw new IllegalStateException("No worker can serve " + queue);
    }
    first.left--;
    open.remove(first);
    open.add(first);
    return first.offer.worker();
  }
}
