package io.millrace.engine.flow;

import io.millrace.engine.task.Task;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who can take a task now: nodes with free slots, the one with the most of them first; remote
 * workers that asked for work, in turn; and callers who do the work themselves, always.
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

    private boolean mayHave(String project) {
      return project == null || offer.projects() == null || offer.projects().contains(project);
    }
  }

  private final Map<String, NodeSlots> nodes = new TreeMap<>();
  private int freeSlots;
  private final Map<String, Deque<OpenOffer>> offers = new HashMap<>();

  /**
   * @param nodes free slots by worker
   * @param offers in the order in which they came
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

  /** A slot of a node that is lost, or of a remote worker, which asks again, is nobody's. */
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

  /** The worker to use; to be asked only for what is served. */
  String take(EligibleWorkers queue) {
    return switch (queue.name()) {
      case Task.NODES -> takeNode();
      case Task.CALLER -> Task.CALLER;
      default -> takeOffer(queue);
    };
  }

  private String takeNode() {
    NodeSlots freest = null;
    for (NodeSlots node : nodes.values()) {
      if (freest == null || node.free > freest.free) {
        freest = node;
      }
    }
    freest.free--;
    freeSlots--;
    return freest.worker;
  }

  private OpenOffer firstOpen(EligibleWorkers queue) {
    Deque<OpenOffer> all = offers.getOrDefault(queue.name(), new ArrayDeque<>(0));
    while (!all.isEmpty() && all.peek().left == 0) {
      all.poll(); // all it offered went to another of its queues
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
    first.left--;
    Deque<OpenOffer> open = offers.get(queue.name());
    open.remove(first);
    open.add(first);
    return first.offer.worker();
  }
}
