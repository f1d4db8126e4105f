package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.LogStore.LogEntry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogStoreTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final LogStore store = new LogStore(TestDatabase.fresh().dataSource());
  private final UUID task = UUID.randomUUID();

  @Test
  void whatIsWrittenIsReadInOrder() throws SQLException {
    List<LogEntry> entries =
        List.of(
            entry(1, NOON.plusSeconds(1), Level.INFO, "one"),
            entry(2, NOON, Level.ERROR, "quotes \" ' \\ {braces}, commas, NULL"),
            entry(3, NOON.plusNanos(123_456_000), Level.INFO, ""),
            entry(4, NOON, Level.INFO, "é€😀\tnext"));

    store.append(entries);

    assertThat(store.read(task, null, null, -1, 100)).isEqualTo(entries);
  }

  @Test
  void linesOfOtherTasksAreNotShown() throws SQLException {
    store.append(
        List.of(
            entry(1, NOON, Level.INFO, "mine"),
            new LogEntry(UUID.randomUUID(), 1, new LogLine(NOON, Level.INFO, "yours"))));

    assertThat(messages(null, null, 100)).containsExactly("mine");
  }

  @Test
  void aPeriodIncludesItsStartAndItsEnd() throws SQLException {
    store.append(
        LongStream.range(0, 5)
            .mapToObj(i -> entry(i, NOON.plusSeconds(i), Level.INFO, "line " + i))
            .toList());

    assertThat(messages(NOON.plusSeconds(1), NOON.plusSeconds(3), 100))
        .containsExactly("line 1", "line 2", "line 3");
    assertThat(messages(NOON.plusSeconds(3), null, 100)).containsExactly("line 3", "line 4");
    assertThat(messages(null, NOON, 100)).containsExactly("line 0");
    assertThat(messages(null, null, 2)).containsExactly("line 0", "line 1");
  }

  @Test
  void aBatchThatIsWrittenAgainIsThereOnce() throws SQLException {
    List<LogEntry> batch = List.of(entry(1, NOON, Level.INFO, "one"));

    store.append(batch);
    store.append(batch);

    assertThat(messages(null, null, 100)).containsExactly("one");
  }

  @Test
  void charactersThatPostgresRefusesAreReplaced() throws SQLException {
    store.append(
        List.of(
            entry(1, NOON, Level.INFO, "a\0b"),
            entry(2, NOON, Level.INFO, "half \uD83D"),
            entry(3, NOON, Level.INFO, "\uDE00 half")));

    assertThat(messages(null, null, 100)).containsExactly("a\uFFFDb", "half \uFFFD", "\uFFFD half");
  }

  @Test
  void aLineOfAnImpossibleTimeIsKept() throws SQLException {
    store.append(
        List.of(
            entry(1, Instant.MIN, Level.INFO, "before all time"),
            entry(2, Instant.MAX, Level.INFO, "after all time")));

    assertThat(messages(Instant.MIN, Instant.MAX, 100))
        .containsExactly("before all time", "after all time");
  }

  private List<String> messages(Instant start, Instant end, int limit) throws SQLException {
    return store.read(task, start, end, -1, limit).stream().map(e -> e.line().message()).toList();
  }

  private LogEntry entry(long seq, Instant time, Level level, String message) {
    return new LogEntry(task, seq, new LogLine(time, level, message));
  }
}
