package io.millrace.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
  private final Query<Q, A> query;
  private final Grouping<Asked<Q, A>> groups;
  private final LongAdder queries = new LongAdder();

  GroupedReads(
      String name, DataSource dataSource, int parallelism, int groupSize, Query<Q, A> query) {
    this.dataSource = dataSource;
    this.query = query;
    this.groups = new Grouping<>(name, parallelism, groupSize, this::answer);
  }

  CompletableFuture<A> ask(Q question) {
    Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
    if (!groups.add(asked)) {
      asked.answer().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return asked.answer();
  }

  /** How many queries there were. */
  long groups() {
    return queries.sum();
  }

  /** Who asks cannot tell a missing answer from an empty one: if the query fails, all fail. */
  private void answer(List<Asked<Q, A>> group) {
    queries.increment();
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
    groups.close();
  }
}
