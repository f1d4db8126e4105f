package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.store.EventsQuery.EventsFrom;
import io.millrace.engine.store.EventsQuery.FoundEvents;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchedQueryTest {
  private final DatabaseUrl url = TestDatabase.fresh();
  private HikariDataSource database;

  @BeforeEach
  void open() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url.url());
    config.setUsername(url.user());
    config.setPassword(url.password());
    config.setMaximumPoolSize(4);
    database = new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private <Q, A> BatchedQuery<Q, A> reads(BatchedQuery.BatchStatement<Q, A> query) {
    return new BatchedQuery<>("test-reader", database, 1, 100, query, error -> {});
  }

  @Test
  void anErrorFailsItsQueriesAndTheReadersContinue() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    CompletableFuture<Error> seen = new CompletableFuture<>();
    try (BatchedQuery<Integer, Integer> reads =
        new BatchedQuery<>(
            "test-reader",
            database,
            1,
            100,
            (connection, questions) -> {
              if (broken.get()) {
                throw new StackOverflowError("a bug in the mapping");
              }
              return questions;
            },
            seen::complete)) {
      assertThatThrownBy(() -> get(reads.ask(1))).hasMessageContaining("a bug in the mapping");
      broken.set(false);
      assertThat(get(reads.ask(2))).isEqualTo(2);
      assertThat(get(seen)).isInstanceOf(StackOverflowError.class);
    }
  }

  private static <A> A get(CompletableFuture<A> answer) throws Exception {
    return answer.get(30, TimeUnit.SECONDS);
  }

  @Test
  void whatArrivesDuringAQuerySharesTheNext() throws Exception {
    CountDownLatch allAsked = new CountDownLatch(1);
    try (BatchedQuery<Integer, Integer> reads =
        reads(
            (connection, questions) -> {
              await(allAsked);
              return questions.stream().map(i -> i * 2).toList();
            })) {
      List<CompletableFuture<Integer>> answers =
          IntStream.range(0, 250).mapToObj(reads::ask).toList();
      allAsked.countDown();
      for (int i = 0; i < 250; i++) {
        assertThat(get(answers.get(i))).isEqualTo(i * 2);
      }
      assertThat(reads.statementCount()).isBetween(3L, 4L);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  @Test
  void aQueryThatFailsFailsAllItWasForAndTheNextSucceeds() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    try (BatchedQuery<String, String> reads =
        reads(
            (connection, questions) -> {
              if (broken.getAndSet(false)) {
                throw new SQLException("no such table");
              }
              return questions;
            })) {
      CompletableFuture<String> first = reads.ask("a");
      assertThatThrownBy(() -> get(first)).hasMessageContaining("no such table");
      assertThat(get(reads.ask("a"))).isEqualTo("a");
    }
  }

  @Test
  void afterItsEndEveryQuestionFails() {
    BatchedQuery<String, String> reads = reads((connection, questions) -> questions);
    reads.close();
    assertThat(reads.ask("a")).isCompletedExceptionally();
  }

  @Test
  void eachEntityGetsItsOwnEventsFromWhereItAskedAndItsHighestNumber() throws Exception {
    TestSql.execute(
        url,
        """
        insert into event_journal (persistence_id, sequence_number, deleted, writer,
          write_timestamp, adapter_manifest, event_payload, event_ser_id, event_ser_manifest)
        select id, nr, id = 'deleted', 'w', nr * 10, '', 'x', 1, 'm'
        from (values ('one', 1), ('five', 5), ('deleted', 4), ('many', 50)) as t (id, events),
          generate_series(1, events) as nr
        """);
    try (var connection = database.getConnection()) {
      List<FoundEvents> found =
          new EventsQuery(20)
              .answer(
                  connection,
                  List.of(
                      new EventsFrom("many", 1),
                      new EventsFrom("none", 1),
                      new EventsFrom("five", 3),
                      new EventsFrom("deleted", 1),
                      new EventsFrom("one", 2),
                      new EventsFrom("five", 1)));
      assertThat(found).extracting(FoundEvents::highest).containsExactly(50L, 0L, 5L, 4L, 1L, 5L);
      assertThat(found).extracting(f -> f.events().size()).containsExactly(20, 0, 3, 0, 0, 5);
      assertThat(found)
          .extracting(FoundEvents::more)
          .containsExactly(true, false, false, false, false, false);
      assertThat(found.get(2).events())
          .extracting(StoredEvent::sequenceNr)
          .containsExactly(3L, 4L, 5L);
      assertThat(found.get(2).events().get(0).timestamp()).isEqualTo(30);
    }
  }

  @Test
  void eachEntityGetsItsLatestSnapshotIfItHasOne() throws Exception {
    TestSql.execute(
        url,
        """
        insert into snapshot (persistence_id, sequence_number, created, snapshot_ser_id,
          snapshot_ser_manifest, snapshot_payload)
        values ('a', 20, 2, 1, 'm', 'x'), ('a', 40, 4, 1, 'm', 'x'), ('b', 60, 6, 1, 'm', 'x')
        """);
    try (var connection = database.getConnection()) {
      assertThat(new SnapshotQuery().answer(connection, List.of("b", "none", "a")))
          .extracting(found -> found.map(SnapshotQuery.FoundSnapshot::sequenceNr))
          .containsExactly(Optional.of(60L), Optional.empty(), Optional.of(40L));
    }
  }
}
