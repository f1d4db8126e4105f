package io.millrace.engine.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.fresh.SourceTrend.RecentEnd;
import io.millrace.engine.fresh.SourceTrend.RecentTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourceTrendTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static RecentTask ended(String collection, RecentEnd end, int minutesAgo, int seconds) {
    Instant created = NOW.minus(Duration.ofMinutes(minutesAgo));
    return new RecentTask(collection, end, created, created, created.plusSeconds(seconds));
  }

  private static RecentTask waiting(int minutesAgo) {
    Instant created = NOW.minus(Duration.ofMinutes(minutesAgo));
    return new RecentTask("w", RecentEnd.OPEN, created, null, null);
  }

  private static List<RecentTask> failures(String... collections) {
    return Stream.of(collections).map(it -> ended(it, RecentEnd.FAILURE, 10, 1)).toList();
  }

  private static List<RecentTask> with(List<RecentTask> some, RecentTask one) {
    return Stream.concat(some.stream(), Stream.of(one)).toList();
  }

  @Test
  void aRefreshTypicallyTakesWhatNineOfTenTook() {
    List<RecentTask> tasks =
        IntStream.rangeClosed(1, 10)
            .mapToObj(i -> ended("a", RecentEnd.SUCCESS, i, i * 10))
            .toList();
    assertThat(SourceTrend.of(tasks, NOW).typical()).isEqualTo(Duration.ofSeconds(90));
    assertThat(SourceTrend.of(List.of(), NOW).typical()).isZero();
  }

  @Test
  void aSourceFailsIfTheNewestRefreshesOfFourAllFailed() {
    List<RecentTask> four = failures("a", "b", "c", "d");
    assertThat(SourceTrend.of(four, NOW).failing()).isTrue();
    assertThat(SourceTrend.of(four.subList(0, 3), NOW).failing()).isFalse();
    assertThat(SourceTrend.of(failures("a", "a", "a", "a", "b", "c"), NOW).failing())
        .as("one that always fails counts once")
        .isFalse();
    assertThat(SourceTrend.of(with(four, ended("e", RecentEnd.SUCCESS, 11, 1)), NOW).failing())
        .isTrue();
    assertThat(SourceTrend.of(with(four, ended("e", RecentEnd.SUCCESS, 9, 1)), NOW).failing())
        .as("it works again")
        .isFalse();
    assertThat(SourceTrend.of(with(four, ended("e", RecentEnd.NONE, 9, 1)), NOW).failing())
        .as("a cancelled one says nothing")
        .isTrue();
  }

  @Test
  void aSourceIsStuckIfATaskWaitsForLongAndNoneStarts() {
    assertThat(SourceTrend.of(List.of(waiting(5)), NOW).stuck()).isTrue();
    assertThat(SourceTrend.of(List.of(waiting(4)), NOW).stuck()).isFalse();
    assertThat(
            SourceTrend.of(List.of(waiting(60), ended("a", RecentEnd.SUCCESS, 4, 1)), NOW).stuck())
        .as("others start before it")
        .isFalse();
    assertThat(
            SourceTrend.of(List.of(waiting(9), ended("a", RecentEnd.SUCCESS, 60, 300)), NOW)
                .stuck())
        .as("five minutes are usual there")
        .isFalse();
  }
}
