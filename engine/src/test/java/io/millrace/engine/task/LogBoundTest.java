package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.LogLine.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The length limit of a log, on the real tables. */
class LogBoundTest {
  private final TestClock clock = new TestClock();
  private final DataSource database = TestDatabase.fresh().dataSource();
  private final LogStore store = new LogStore(database);
  private final UUID task = Uids.generator(clock).get();

  @Test
  void ofTooManyLinesTheNewestAreKeptAndTheOthersCounted() throws Exception {
    try (LogWriter writer = new LogWriter(store, clock, LogLimits.DEFAULT)) {
      TaskLog log = writer.open(task);
      for (int i = 0; i < 25_000; i++) {
        log.accept(line(i));
        if (i % 5_000 == 0) {
          join(log.flushed());
          assertThat(messages()).hasSizeLessThanOrEqualTo(11_000).endsWith("line " + i);
        }
      }
      join(log.end());
    }
    assertThat(messages()).isEqualTo(lines(15_000, 25_000));
    assertThat(store.dropped(task)).isEqualTo(15_000);
  }

  @Test
  void aLogThatIsNotTooLongIsWhole() throws Exception {
    try (LogWriter writer =
        new LogWriter(store, clock, LogLimits.DEFAULT.withLinesPerTask(1_000))) {
      TaskLog log = writer.open(task);
      IntStream.range(0, 1_000).forEach(i -> log.accept(line(i)));
      join(log.end());
    }
    assertThat(messages()).isEqualTo(lines(0, 1_000));
    assertThat(store.dropped(task)).isZero();
  }

  @Test
  void linesThatAreSentGoBehindThoseThatAreThere() throws Exception {
    RemoteLogAppender sent = sent(100);
    join(sent.append(task, List.of(line(0), line(1))));
    join(sent.append(task, List.of()));
    join(sent.append(task, List.of(line(2))));
    assertThat(messages()).isEqualTo(lines(0, 3));
  }

  @Test
  void ofTooManyLinesThatAreSentTheNewestAreKept() throws Exception {
    RemoteLogAppender sent = sent(100);
    for (int i = 0; i < 250; i += 50) {
      join(sent.append(task, IntStream.range(i, i + 50).mapToObj(LogBoundTest::line).toList()));
    }
    assertThat(messages()).isEqualTo(lines(150, 250));
    assertThat(store.dropped(task)).isEqualTo(150);
  }

  @Test
  void linesSentToManyNodesAtOnceAreAllThereAndEachSendersInOrder() throws Exception {
    List<CompletableFuture<Void>> senders = new ArrayList<>();
    for (int sender = 0; sender < 4; sender++) {
      int from = sender * 1_000;
      RemoteLogAppender node = sent(10_000);
      senders.add(
          CompletableFuture.runAsync(
              () ->
                  IntStream.range(0, 10)
                      .forEach(
                          i ->
                              join(
                                  node.append(
                                      task,
                                      List.of(line(from + 2 * i), line(from + 2 * i + 1)))))));
    }
    senders.forEach(LogBoundTest::join);
    List<String> all = messages();
    assertThat(all).hasSize(80);
    for (int sender = 0; sender < 4; sender++) {
      assertThat(all).containsSubsequence(lines(sender * 1_000, sender * 1_000 + 20));
    }
  }

  @Test
  void aLogIsReadInPages() throws Exception {
    join(sent(100).append(task, IntStream.range(0, 25).mapToObj(LogBoundTest::line).toList()));
    List<String> read = new ArrayList<>();
    long after = 0;
    for (int page = 0; page < 3; page++) {
      for (LogStore.LogEntry entry : store.read(task, null, null, after, 10)) {
        read.add(entry.line().message());
        after = entry.seq();
      }
    }
    assertThat(read).isEqualTo(lines(0, 25));
    assertThat(store.read(task, null, null, after, 10)).isEmpty();
  }

  private RemoteLogAppender sent(int most) {
    return new RemoteLogAppender(
        new LogStore(database), new AsyncSql(ForkJoinPool.commonPool()), most);
  }

  private List<String> messages() throws SQLException {
    return store.read(task, null, null, 0, 100_000).stream().map(e -> e.line().message()).toList();
  }

  private static List<String> lines(int from, int until) {
    return IntStream.range(from, until).mapToObj(i -> "line " + i).toList();
  }

  private static LogLine line(int i) {
    return new LogLine(new TestClock().instant(), Level.INFO, "line " + i);
  }

  private static void join(CompletionStage<Void> stage) {
    stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
