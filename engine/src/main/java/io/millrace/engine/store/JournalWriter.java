package io.millrace.engine.store;

import io.millrace.engine.task.TaskCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Groups the writes of all owners of a node into few transactions. */
final class JournalWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

  /** A deadlock, or a partition that was made for a row which was on its way to the default. */
  private static final Set<String> RETRYABLE_STATES = Set.of("40P01", "23514");

  private static final int MOST_RETRIES = 5;

  private record PendingWrite(List<JournalRow> rows, CompletableFuture<Void> done) {}

  private final DataSource dataSource;
  private final Supplier<String> node;
  private final TaskCounter counts = new TaskCounter();
  private final BatchExecutor<PendingWrite> batches;

  /**
   * @param node that this is, as {@link FencedNodes} calls it
   */
  JournalWriter(DataSource dataSource, Supplier<String> node, int parallelism, int batchSize) {
    this.dataSource = dataSource;
    this.node = node;
    this.batches = new BatchExecutor<>("journal-writer", parallelism, batchSize, this::commit);
  }

  /** Completes when the rows, and all that they say to the history, are durable. */
  CompletionStage<Void> write(List<JournalRow> rows) {
    PendingWrite write = new PendingWrite(rows, new CompletableFuture<>());
    if (!batches.submit(write)) {
      write.done().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return write.done();
  }

  /** What was written says of tasks. */
  TaskCounter counts() {
    return counts;
  }

  int waiting() {
    return batches.waiting();
  }

  private void commit(List<PendingWrite> batch) {
    try {
      commitWithRetry(batch.stream().flatMap(w -> w.rows().stream()).toList());
      batch.forEach(w -> w.done().complete(null));
    } catch (SQLException | RuntimeException fault) {
      if (batch.size() > 1 && isConflict(fault)) {
        // One writer is a zombie, or one event is at fault: only that one may fail for it.
        batch.forEach(w -> commit(List.of(w)));
      } else {
        LOG.warn("Could not write {} events to the journal: {}", batch.size(), fault.toString());
        batch.forEach(w -> w.done().completeExceptionally(fault));
      }
    }
  }

  private void commitWithRetry(List<JournalRow> rows) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        commitOnce(rows);
        return;
      } catch (SQLException fault) {
        if (tries > MOST_RETRIES
            || !RETRYABLE_STATES.contains(String.valueOf(fault.getSQLState()))) {
          throw fault;
        }
      }
    }
  }

  private void commitOnce(List<JournalRow> rows) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        JournalBatch.write(connection, node.get(), rows, counts);
      } catch (SQLException | RuntimeException fault) {
        rollback(connection, fault);
        throw fault;
      }
    }
  }

  private static void rollback(Connection connection, Exception fault) {
    try {
      connection.rollback();
    } catch (SQLException alsoBroken) {
      fault.addSuppressed(alsoBroken);
    }
  }

  /** Data faults (class 22 and 23) and faults in our own mapping are of one event, not of all. */
  private static boolean isConflict(Exception fault) {
    return fault instanceof RuntimeException
        || fault instanceof SQLException sql
            && sql.getSQLState() != null
            && (sql.getSQLState().startsWith("22") || sql.getSQLState().startsWith("23"));
  }

  @Override
  public void close() {
    batches.close();
  }
}
