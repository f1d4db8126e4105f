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
 * Answers many questions, or requests, with few statements: those that arrive while one runs share
 * the next. So no answer is older than its question.
 */
final class Grouped<Q, A> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Grouped.class);

  /** The answers to all questions, in their order. */
  interface Statement<Q, A> {
    List<A> answer(Connection connection, List<Q> questions) throws SQLException;
  }

  private record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

  private final DataSource dataSource;
  private final String name;
  private final Statement<Q, A> statement;
  private final Grouping<Asked<Q, A>> groups;
  private final LongAdder statements = new LongAdder();

  Grouped(
      String name,
      DataSource dataSource,
      int parallelism,
      int groupSize,
      Statement<Q, A> statement) {
    this.dataSource = dataSource;
    this.name = name;
    this.statement = statement;
    this.groups = new Grouping<>(name, parallelism, groupSize, this::answer);
  }

  CompletableFuture<A> ask(Q question) {
    Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
    if (!groups.add(asked)) {
      asked.answer().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return asked.answer();
  }

  /** How many statements there were. */
  long groups() {
    return statements.sum();
  }

  /** Who asks cannot tell a missing answer from an empty one: if the statement fails, all fail. */
  private void answer(List<Asked<Q, A>> group) {
    statements.increment();
    try (Connection connection = dataSource.getConnection()) {
      List<A> answers = statement.answer(connection, group.stream().map(Asked::question).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).answer().complete(answers.get(i));
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("{} failed for {} actors: {}", name, group.size(), fault.toString());
      group.forEach(asked -> asked.answer().completeExceptionally(fault));
    }
  }

  @Override
  public void close() {
    groups.close();
  }
}
