package io.millrace.engine.node;

import io.millrace.engine.flow.LostWorker;
import io.millrace.engine.flow.LostWorkerStore;
import io.millrace.engine.flow.NodeWorkers;
import io.millrace.engine.sql.AsyncSql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down which workers were lost. */
record RecordedWorkers(NodeWorkers workers, LostWorkerStore store, AsyncSql sql)
    implements NodeWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedWorkers.class);

  @Override
  public boolean isGone(String worker) {
    return workers.isGone(worker);
  }

  @Override
  public void poolStarted(String pool) {
    workers.poolStarted(pool);
  }

  /** A list for people: nothing depends on it. */
  @Override
  public void lost(LostWorker lost) {
    sql.run(
            () -> {
              store.add(lost);
              return null;
            })
        .exceptionally(
            fault -> {
              LOG.warn("Could not store the lost worker {}", lost.worker(), fault);
              return null;
            });
  }
}
