package io.millrace.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers many queries with few statements: queries that arrive while a statement runs share the
 * next one. So no answer is older than its query.
 */
final class BatchedQuery<Q, A> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchedQuery.class);

  /** Returns the answers to all queries, in their order. */
  interface BatchStatement<Q, A> {
    List<A> answer(Connection connection, List<Q> queries) throws SQLException;
  }

  private record PendingQuery<Q, A>(Q question, CompletableFuture<A> answer) {}

  private final DataSource dataSource;
  private final String name;
  private final BatchStatement<Q, A> statement;
  private final BatchExecutor<PendingQuery<Q, A>> batches;
  private final LongAdder statements = new LongAdder();

  BatchedQuery(
      String name,
      DataSource dataSource,
      int parallelism,
      int batchSize,
      BatchStatement<Q, A> statement,
      Consumer<Error> onError) {
    this.dataSource = dataSource;
    this.name = name;
    this.statement = statement;
    this.batches = new BatchExecutor<>(name, parallelism, batchSize, this::answer, onError);
  }

  CompletableFuture<A> ask(Q query) {
    PendingQuery<Q, A> pending = new PendingQuery<>(query, new CompletableFuture<>());
    if (!batches.submit(pending)) {
      pending.answer().completeExceptionally(new IllegalStateException("the journal is closed"));
    }
    return pending.answer();
  }

  /** Returns the number of statements so far. */
  long statementCount() {
    return statements.sum();
  }

  /** If the statement fails, all queries fail: a missing answer would look like an empty one. */
  private void answer(List<PendingQuery<Q, A>> batch) {
    statements.increment();
    try (Connection connection = dataSource.getConnection()) {
      List<A> answers =
          statement.answer(connection, batch.stream().map(PendingQuery::question).toList());
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).answer().complete(answers.get(i));
      }
    } catch (SQLException | RuntimeException fault) {
      fail(batch, fault);
    } catch (Error error) {
      fail(batch, error);
      throw error;
    }
  }

  private void fail(List<PendingQuery<Q, A>> batch, Throwable fault) {
    LOG.warn("{} failed for {} actors", name, batch.size(), fault);
    batch.forEach(pending -> pending.answer().completeExceptionally(fault));
  }

  @Override
  public void close() {
    batches.close();
  }
}
