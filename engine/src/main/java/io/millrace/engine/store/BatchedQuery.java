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
final class BatchedQuery<Q, A> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchedQuery.class);

  /** The answers to all questions, in their order. */
  interface BatchStatement<Q, A> {
    List<A> answer(Connection connection, List<Q> questions) throws SQLException;
  }

  private record PendingQuestion<Q, A>(Q question, CompletableFuture<A> answer) {}

  private final DataSource dataSource;
  private final String name;
  private final BatchStatement<Q, A> statement;
  private final BatchExecutor<PendingQuestion<Q, A>> batches;
  private final LongAdder statements = new LongAdder();

  BatchedQuery(
      String name,
      DataSource dataSource,
      int parallelism,
      int groupSize,
      BatchStatement<Q, A> statement) {
    this.dataSource = dataSource;
    this.name = name;
    this.statement = statement;
    this.batches = new BatchExecutor<>(name, parallelism, groupSize, this::answer);
  }

  CompletableFuture<A> ask(Q question) {
    PendingQuestion<Q, A> asked = new PendingQuestion<>(question, new CompletableFuture<>());
    if (!batches.submit(asked)) {
      asked.answer().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return asked.answer();
  }

  /** How many statements there were. */
  long statementCount() {
    return statements.sum();
  }

  /** Who asks cannot tell a missing answer from an empty one: if the statement fails, all fail. */
  private void answer(List<PendingQuestion<Q, A>> group) {
    statements.increment();
    try (Connection connection = dataSource.getConnection()) {
      List<A> answers =
          statement.answer(connection, group.stream().map(PendingQuestion::question).toList());
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
    batches.close();
  }
}
