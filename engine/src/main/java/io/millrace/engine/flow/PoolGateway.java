package io.millrace.engine.flow;

import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import java.util.UUID;

/** Sends messages from an owner to the pools of its tasks. */
public interface PoolGateway {

  /** Requests a channel for a task. A repeated request changes nothing. */
  void request(String pool, WaitingTask waiting);

  /**
   * Releases the channel, or the place in the queue, of a task that ended.
   *
   * @param byWorker whether its worker reported the end; if not, the pool tells the worker to stop
   */
  void release(String pool, UUID attemptUid, boolean byWorker);

  /** Reaches the pools through sharding, on whichever node they are hosted. */
  static PoolGateway of(ClusterSharding sharding) {
    return new PoolGateway() {
      @Override
      public void request(String pool, WaitingTask waiting) {
        sharding.entityRefFor(FlowControl.KEY, pool).tell(new FlowCommand.Request(waiting));
      }

      @Override
      public void release(String pool, UUID attemptUid, boolean byWorker) {
        sharding
            .entityRefFor(FlowControl.KEY, pool)
            .tell(new FlowCommand.Release(attemptUid, byWorker));
      }
    };
  }
}
