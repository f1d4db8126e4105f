package io.millrace.engine.store;

import io.millrace.engine.task.TaskCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Groups the writes of all owners on a node into few transactions. */
final class JournalWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

  /** A deadlock, or a partition that was created while its row went to the default partition. */
  private static final Set<String> RETRYABLE_STATES = Set.of("40P01", "23514");

  private static final int MAX_RETRIES = 5;

  private record PendingWrite(
      List<JournalRow> events, @Nullable StateRow state, CompletableFuture<Void> done) {}

  private final DataSource dataSource;
  private final Supplier<String> node;
  private final TaskCounter counts = new TaskCounter();
  private final BatchExecutor<PendingWrite> batches;
  private volatile Consumer<Instant> booked = at -> {};

  /**
   * @param node this node, as {@link FencedNodes} names it
   * @param onError gets the errors that fail a batch
   */
  JournalWriter(
      DataSource dataSource,
      Supplier<String> node,
      int parallelism,
      int batchSize,
      Consumer<Error> onError) {
    this.dataSource = dataSource;
    this.node = node;
    this.batches =
        new BatchExecutor<>("journal-writer", parallelism, batchSize, this::commit, onError);
  }

  /** Completes when the events and their history are durable. */
  CompletionStage<Void> write(List<JournalRow> events) {
    return submit(new PendingWrite(events, null, new CompletableFuture<>()));
  }

  /** Completes when the state and the history of its events are durable. */
  CompletionStage<Void> write(StateRow state) {
    return submit(new PendingWrite(List.of(), state, new CompletableFuture<>()));
  }

  private CompletionStage<Void> submit(PendingWrite write) {
    if (!batches.submit(write)) {
      write.done().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return write.done();
  }

  void onBooking(Consumer<Instant> listener) {
    booked = listener;
  }

  /** The counts of task events in everything written so far. */
  TaskCounter counts() {
    return counts;
  }

  int waiting() {
    return batches.waiting();
  }

  private void commit(List<PendingWrite> batch) {
    HistoryBatch written;
    try {
      written =
          commitWithRetry(
              new JournalBatch(
                  batch.stream().flatMap(write -> write.events().stream()).toList(),
                  batch.stream().map(PendingWrite::state).filter(Objects::nonNull).toList()));
    } catch (SQLException | RuntimeException fault) {
      if (batch.size() > 1 && isConflict(fault)) {
        // One writer is outdated or one change is invalid: only that write may fail.
        batch.forEach(w -> commit(List.of(w)));
      } else {
        fail(batch, fault);
      }
      return;
    } catch (Error error) {
      fail(batch, error);
      throw error;
    }
    // From here on everything is stored, and a fault must not fail the writes.
    announce(written);
    batch.forEach(w -> w.done().complete(null));
  }

  private static void fail(List<PendingWrite> batch, Throwable fault) {
    LOG.warn("Could not write {} changes", batch.size(), fault);
    batch.forEach(w -> w.done().completeExceptionally(fault));
  }

  private void announce(HistoryBatch written) {
    try {
      written.addCountsTo(counts);
      written.earliestBooking().ifPresent(booked);
    } catch (RuntimeException fault) {
      LOG.warn("Could not count or announce what was written", fault);
    }
  }

  private HistoryBatch commitWithRetry(JournalBatch batch) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return commitOnce(batch);
      } catch (SQLException fault) {
        if (tries > MAX_RETRIES
            || !RETRYABLE_STATES.contains(String.valueOf(fault.getSQLState()))) {
          throw fault;
        }
      }
    }
  }

  private HistoryBatch commitOnce(JournalBatch batch) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try {
        return batch.write(connection, node.get());
      } catch (SQLException | RuntimeException | Error fault) {
        rollback(connection, fault);
        throw fault;
      }
    }
  }

  private static void rollback(Connection connection, Throwable fault) {
    try {
      connection.rollback();
    } catch (SQLException rollbackFault) {
      fault.addSuppressed(rollbackFault);
    }
  }

  /** Data faults (class 22 and 23) and faults of our own mapping concern one event, not all. */
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
