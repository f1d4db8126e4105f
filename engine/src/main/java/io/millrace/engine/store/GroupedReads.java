package io.millrace.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers many questions with few queries: those that arrive while one runs share the next. So no
 * answer is older than its question.
 */
final class GroupedReads<Q, A> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedReads.class);

  /** The answers to all questions, in their order. */
  interface Query<Q, A> {
    List<A> answer(Connection connection, List<Q> questions) throws SQLException;
  }

  private record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

  private final DataSource dataSource;
  private final int groupSize;
  private final Query<Q, A> query;
  private final LinkedBlockingQueue<Asked<Q, A>> queue = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder groups = new LongAdder();
  private volatile boolean closed;

  GroupedReads(
      String name, DataSource dataSource, int parallelism, int groupSize, Query<Q, A> query) {
    this.dataSource = dataSource;
    this.groupSize = groupSize;
    this.query = query;
    for (int i = 0; i < parallelism; i++) {
      Thread thread = new Thread(this::work, name + "-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  CompletableFuture<A> ask(Q question) {
    Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
    queue.add(asked);
    if (closed && queue.remove(asked)) {
      asked.answer().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return asked.answer();
  }

  /** How many queries there were. */
  long groups() {
    return groups.sum();
  }

  private void work() {
    List<Asked<Q, A>> group = new ArrayList<>();
    while (!closed || !queue.isEmpty()) {
      try {
        Asked<Q, A> first = queue.poll(1, TimeUnit.SECONDS);
        if (first != null) {
          group.add(first);
          queue.drainTo(group, groupSize - 1);
          answer(group);
        }
      } catch (InterruptedException stop) {
        return;
      } finally {
        group.clear();
      }
    }
  }

  /** Who asks cannot tell a missing answer from an empty one: if the query fails, all fail. */
  private void answer(List<Asked<Q, A>> group) {
    groups.increment();
    try (Connection connection = dataSource.getConnection()) {
      List<A> answers = query.answer(connection, group.stream().map(Asked::question).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer().complete(answers.get(i));
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not read for {} recoveries: {}", group.size(), fault.toString());
      group.forEach(asked -> asked.answer().completeExceptionally(fault));
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      try {
        thread.join(10_000);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
