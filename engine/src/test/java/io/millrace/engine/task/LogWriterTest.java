package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.LogStore.LogEntry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogWriterTest implements LogWriter.LogSink {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final LogLimits LIMITS = LogLimits.DEFAULT;
  private static final String BAD = "what no database takes";

  private final List<List<LogEntry>> batches = new CopyOnWriteArrayList<>();
  private final List<Integer> cuts = new CopyOnWriteArrayList<>();
  private final UUID task = UUID.randomUUID();
  private volatile boolean down;
  private LogWriter writer;

  @AfterEach
  void close() {
    down = false;
    writer.close();
  }

  @Test
  void theLinesOfATaskStayInOrder() {
    TaskLog log = start(LIMITS).open(task);
    TaskLog other = writer.open(UUID.randomUUID());
    for (int i = 0; i < 3_000; i++) {
      log.accept(line(i));
      other.accept(line(i));
    }
    join(log.end());

    List<LogEntry> mine = written().stream().filter(e -> e.task().equals(task)).toList();
    assertThat(mine).extracting(e -> e.line().message()).isEqualTo(messages(3_000));
    assertThat(mine).extracting(LogEntry::seq).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void manyLinesAreWrittenAtOnceButNeverTooMany() {
    TaskLog log = start(LIMITS).open(task);
    IntStream.range(0, 5_000).forEach(i -> log.accept(line(i)));
    join(log.end());

    assertThat(batches).allMatch(batch -> batch.size() <= LIMITS.batch());
    assertThat(batches).hasSizeLessThan(500);
  }

  @Test
  void aSingleLineIsWrittenSoonThoughNobodyWaitsForIt() {
    start(LIMITS).open(task).accept(line(1));

    await().until(() -> written().size() == 1);
  }

  @Test
  void aFlushDoesNotLinger() {
    LogLimits slow = new LogLimits(500, Duration.ofHours(1), 2_000, 10_000, Duration.ofSeconds(1));
    TaskLog log = start(slow).open(task);
    log.accept(line(1));

    join(log.flushed());

    assertThat(written()).hasSize(1);
  }

  @Test
  void aTaskThatWaitedForAFlushMayLogAgain() {
    TaskLog log = start(new LogLimits(1, Duration.ZERO, 1, 100, Duration.ofSeconds(1))).open(task);
    log.accept(line(1));

    join(log.flushed().thenRun(() -> IntStream.range(2, 10).forEach(i -> log.accept(line(i)))));
    join(log.flushed());

    assertThat(written()).hasSize(9);
  }

  @Test
  void aLongLogIsCutEveryNowAndThenAndAtItsEnd() {
    TaskLog log = start(LIMITS.withLinesPerTask(1_000)).open(task);
    IntStream.range(0, 3_500).forEach(i -> log.accept(line(i)));
    join(log.end());

    assertThat(written()).extracting(e -> e.line().message()).isEqualTo(messages(3_500));
    assertThat(cuts).hasSizeLessThanOrEqualTo(36).endsWith(3_500).isSorted();
    int before = 0;
    for (int cut : cuts) {
      assertThat(cut - before).isLessThanOrEqualTo(100 + LIMITS.batch());
      before = cut;
    }
  }

  @Test
  void aShortLogIsNeverCut() {
    TaskLog log = start(LIMITS).open(task);
    IntStream.range(0, 999).forEach(i -> log.accept(line(i)));
    join(log.end());

    assertThat(cuts).isEmpty();
  }

  @Test
  void afterItsEndATaskSaysNothingMore() {
    TaskLog log = start(LIMITS).open(task);
    log.accept(line(0));
    join(log.end());
    log.accept(line(1));
    join(log.end());

    assertThat(written()).hasSize(1);
  }

  @Test
  void aSecondLogOfATaskGoesOnBehindTheFirst() {
    AtomicInteger seconds = new AtomicInteger();
    writer = new LogWriter(this, () -> NOON.plusSeconds(seconds.getAndIncrement()), LIMITS);
    TaskLog first = writer.open(task);
    first.accept(line(0));
    join(first.end());
    TaskLog second = writer.open(task);
    second.accept(line(1));
    join(second.end());

    assertThat(written()).extracting(LogEntry::seq).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void noLineIsLostWhileTheDatabaseIsDown() {
    down = true;
    TaskLog log = start(LIMITS).open(task);
    IntStream.range(0, 1_000).forEach(i -> log.accept(line(i)));
    CompletableFuture<Void> end = log.end().toCompletableFuture();
    await().during(Duration.ofMillis(300)).until(() -> !end.isDone());

    down = false;

    join(end);
    assertThat(written()).extracting(e -> e.line().message()).isEqualTo(messages(1_000));
  }

  @Test
  void aTaskThatLogsTooMuchWaitsForTheDatabase() {
    down = true;
    TaskLog log =
        start(new LogLimits(5, Duration.ZERO, 20, 1_000, Duration.ofSeconds(1))).open(task);
    AtomicInteger handedIn = new AtomicInteger();
    CompletableFuture<Void> busy =
        CompletableFuture.runAsync(
            () -> IntStream.range(0, 100).forEach(i -> handIn(log, i, handedIn)));
    await().until(() -> handedIn.get() == 20);
    await().during(Duration.ofMillis(300)).until(() -> handedIn.get() == 20);

    down = false;

    join(busy);
    join(log.end());
    assertThat(written()).extracting(e -> e.line().message()).isEqualTo(messages(100));
  }

  @Test
  void aLineThatTheDatabaseWillNeverTakeDoesNotHoldUpTheOthers() {
    TaskLog log = start(LIMITS).open(task);
    IntStream.range(0, 100).forEach(i -> log.accept(line(i)));
    log.accept(new LogLine(NOON, Level.INFO, BAD));
    log.accept(line(100));
    join(log.end());

    assertThat(written()).extracting(e -> e.line().message()).isEqualTo(messages(101));
  }

  @Test
  void aCloseWritesWhatThereIs() {
    TaskLog log = start(LIMITS).open(task);
    IntStream.range(0, 1_000).forEach(i -> log.accept(line(i)));

    writer.close();

    assertThat(written()).hasSize(1_000);
  }

  @Test
  void aCloseDoesNotWaitForEverAndLeavesNobodyWaiting() {
    down = true;
    TaskLog log = start(new LogLimits(5, Duration.ZERO, 5, 100, Duration.ofMillis(200))).open(task);
    IntStream.range(0, 5).forEach(i -> log.accept(line(i)));
    CompletableFuture<Void> blocked = CompletableFuture.runAsync(() -> log.accept(line(5)));
    CompletionStage<Void> flushed = log.flushed();

    writer.close();

    join(blocked);
    log.accept(line(6));
    assertThatThrownBy(() -> join(flushed)).hasRootCauseMessage("the log was closed");
    assertThatThrownBy(() -> join(log.end())).hasRootCauseMessage("the log was closed");
  }

  private LogWriter start(LogLimits limits) {
    writer = new LogWriter(this, () -> NOON, limits);
    return writer;
  }

  @Override
  public void cut(UUID cut, int most) {
    cuts.add(written().size());
  }

  @Override
  public void append(List<LogEntry> entries) throws SQLException {
    if (down) {
      throw new SQLException("connection refused", "08001");
    }
    if (entries.stream().anyMatch(entry -> entry.line().message().equals(BAD))) {
      throw new SQLException("invalid byte sequence", "22021");
    }
    batches.add(entries);
  }

  private static void handIn(TaskLog log, int i, AtomicInteger handedIn) {
    log.accept(line(i));
    handedIn.incrementAndGet();
  }

  private List<LogEntry> written() {
    return batches.stream().flatMap(List::stream).toList();
  }

  private static List<String> messages(int count) {
    return IntStream.range(0, count).mapToObj(i -> "line " + i).toList();
  }

  private static LogLine line(int i) {
    return new LogLine(NOON, Level.INFO, "line " + i);
  }

  private static void join(CompletionStage<Void> stage) {
    stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
