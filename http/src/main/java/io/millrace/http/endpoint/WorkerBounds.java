package io.millrace.http.endpoint;

import io.millrace.engine.remote.RemoteWorkerService.ClaimRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a worker's token is bound to. Whatever is absent is not bound.
 *
 * @param queues whose tasks it may claim
 * @param pools where it may claim, and ask for channels
 * @param workerPrefix what the ids of its workers begin with
 * @param projects the projects whose secrets it may get; none unless they are listed
 */
public record WorkerBounds(
    @Nullable Set<String> queues,
    @Nullable Set<String> pools,
    @Nullable String workerPrefix,
    @Nullable Set<String> projects) {
  public static final WorkerBounds NONE = new WorkerBounds(null, null, null, null);

  /** How the API writes a list that is not bound. */
  public static final String ALL = "*";

  /** Why its holder may not claim this; empty if it may. */
  public Optional<String> refusal(ClaimRequest wanted) {
    return refusalOfWorker(wanted.worker())
        .or(() -> refusalOfPool(wanted.pool()))
        .or(
            () ->
                wanted.queues().stream()
                    .filter(queue -> !isIn(queues, queue))
                    .findFirst()
                    .map(queue -> not("the queue", queue, queues)));
  }

  public Optional<String> refusalOfWorker(String id) {
    return workerPrefix == null || id.startsWith(workerPrefix)
        ? Optional.empty()
        : Optional.of(
            "This token is not for the worker '%s'; its workers' ids begin with '%s'"
                .formatted(id, workerPrefix));
  }

  public Optional<String> refusalOfPool(String pool) {
    return isIn(pools, pool) ? Optional.empty() : Optional.of(not("the pool", pool, pools));
  }

  /** A token that is made for workers of its own reports on nothing that the nodes run. */
  public boolean isForNodes() {
    return queues == null && workerPrefix == null;
  }

  private static boolean isIn(@Nullable Set<String> bound, String name) {
    return bound == null || bound.contains(name);
  }

  private static String not(String what, String name, @Nullable Set<String> bound) {
    return "This token is not for %s '%s'; it is for: %s"
        .formatted(what, name, String.join(", ", shown(bound)));
  }

  /** The bounds as the API shows them. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("queues", shown(queues));
    fields.put("pools", shown(pools));
    fields.put("worker_prefix", workerPrefix == null ? "" : workerPrefix);
    fields.put("projects", shown(projects));
    return fields;
  }

  private static Iterable<String> shown(@Nullable Set<String> bound) {
    return bound == null ? List.of(ALL) : bound;
  }
}
