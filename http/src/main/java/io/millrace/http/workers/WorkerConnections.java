package io.millrace.http.workers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The connections that the heartbeats of workers come over. When a worker dies, its connection
 * ends. A worker that opens a connection for each heartbeat says nothing by closing it, so a
 * connection counts from its second heartbeat on.
 */
final class WorkerConnections {
  /** Far more than a cluster has. A token can make up names; later ones keep three heartbeats. */
  private static final int MAX_WORKERS = 20_000;

  private final Consumer<String> hungUp;
  private final Map<String, CompletionStage<Boolean>> newest = new HashMap<>();

  /** By connection, the workers that have sent two heartbeats in a row over it. */
  private final Map<CompletionStage<Boolean>, Set<String>> kept = new HashMap<>();

  /**
   * @param hungUp gets a worker whose connection has ended
   */
  WorkerConnections(Consumer<String> hungUp) {
    this.hungUp = hungUp;
  }

  /**
   * A worker sent a heartbeat.
   *
   * @param end completes when the connection that it came over ends: whether the worker closed it
   */
  void onHeartbeat(String worker, CompletionStage<Boolean> end) {
    boolean isFirst;
    synchronized (this) {
      if (newest.size() >= MAX_WORKERS && !newest.containsKey(worker)) {
        return;
      }
      isFirst = !kept.containsKey(end);
      boolean again = end.equals(newest.put(worker, end));
      Set<String> workers = kept.computeIfAbsent(end, connection -> new HashSet<>());
      if (again) {
        workers.add(worker);
      }
    }
    if (isFirst) {
      end.thenAccept(byWorker -> onEnd(end, byWorker));
    }
  }

  private void onEnd(CompletionStage<Boolean> end, boolean byWorker) {
    Set<String> gone = new HashSet<>();
    synchronized (this) {
      for (String worker : kept.getOrDefault(end, Set.of())) {
        if (byWorker && newest.get(worker) == end) {
          gone.add(worker);
        }
      }
      kept.remove(end);
      newest.values().removeIf(end::equals);
    }
    gone.forEach(hungUp);
  }
}
