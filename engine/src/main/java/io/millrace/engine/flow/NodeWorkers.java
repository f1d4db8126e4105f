package io.millrace.engine.flow;

/** The workers of the nodes of the cluster, as their pools need them. */
public interface NodeWorkers {

  /** Whether the node of this worker has left the cluster, or was fenced. */
  boolean isGone(String worker);

  /** Tells all nodes that a pool has started. It knows neither their workers nor their claims. */
  void poolStarted(String pool);

  /** A worker was lost while it ran something. It may be told more than once. */
  default void lost(LostWorker lost) {}

  /** No node ever leaves, and nobody is told. */
  static NodeWorkers none() {
    return new NodeWorkers() {
      @Override
      public boolean isGone(String worker) {
        return false;
      }

      @Override
      public void poolStarted(String pool) {
        // There are no nodes to tell.
      }
    };
  }
}
