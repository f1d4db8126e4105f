package io.millrace.engine.flow;

import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import java.util.UUID;

/** How an owner reaches the pools whose channels its tasks need. */
public interface PoolGateway {

  /** A task wants a channel; asking again is harmless. */
  void request(String pool, WaitingTask waiting);

  /** A task is over: its channel, or its place in the queue, is free. */
  void release(String pool, UUID attemptUid);

  /** The pools, wherever in the cluster they live. */
  static PoolGateway of(ClusterSharding sharding) {
    return new PoolGateway() {
      @Override
      public void request(String pool, WaitingTask waiting) {
        sharding.entityRefFor(FlowControl.KEY, pool).tell(new FlowCommand.Request(waiting));
      }

      @Override
      public void release(String pool, UUID attemptUid) {
        sharding.entityRefFor(FlowControl.KEY, pool).tell(new FlowCommand.Release(attemptUid));
      }
    };
  }
}
