package io.millrace.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.Durations;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + ":00Z");
  }

  private static Policy policy(
      String schedule, Duration timeout, Alignment align, String... delays) {
    List<Duration> parsed = List.of(delays).stream().map(Durations::parse).toList();
    return new Policy(
        schedule == null ? null : Schedule.parse(schedule),
        timeout,
        new RetryPolicy.ListedDelays(parsed),
        align,
        false,
        Duration.ofDays(7),
        UserMessages.NONE);
  }

  /** Daily at 14:00, two hours long; it failed at 13:00 and may be retried. */
  @ParameterizedTest
  @CsvSource({
    "PLANNED,      30m,  14:00, SCHEDULE", // would still run at 14:00
    "RETRY,        30m,  13:30, RETRY",
    "PLANNED_ONLY, 30m,  14:00, SCHEDULE",
    "FIRST,        30m,  13:30, RETRY",
    "FIRST,        90m,  14:00, SCHEDULE",
    "RETRY,        90m,  14:30, RETRY",
  })
  void alignmentDecidesBetweenARetryAndAPlannedTime(
      Alignment align, String delay, String next, String reason) {
    Booking booking =
        policy("0 0 14 * * ?", TWO_HOURS, align, delay).bookAfterFailure(1, null, 0, at("13:00"));
    assertThat(booking.at()).isEqualTo(at(next));
    assertThat(booking.reason()).hasToString(reason);
  }

  @Test
  void aRetryThatWouldEndExactlyAtThePlannedTimeGivesWay() {
    Policy policy = policy("0 0 14 * * ?", TWO_HOURS, Alignment.PLANNED, "1h");
    assertThat(policy.bookAfterFailure(1, null, 0, at("11:00")).at()).isEqualTo(at("14:00"));
    Instant earlier = at("11:00").minusMillis(1);
    assertThat(policy.bookAfterFailure(1, null, 0, earlier))
        .isEqualTo(Booking.retry(earlier.plus(Duration.ofHours(1))));
  }

  @Test
  void theStartBooksTheFirstPlannedTimeAfterItsDeadline() {
    Policy policy = policy("every 30m", Duration.ofHours(1), Alignment.PLANNED);
    assertThat(policy.bookAtStart(1, 0, at("08:00"))).isEqualTo(Booking.planned(at("09:30")));
    assertThat(policy.bookPlanned(at("08:10")).at()).isEqualTo(at("08:30"));
  }

  @Test
  void whatTheFailureSaysAboutTheTimeIsKept() {
    Policy policy = policy(null, Duration.ofMinutes(10), Alignment.PLANNED, "1m");
    assertThat(policy.bookAfterFailure(1, Duration.ofMinutes(30), 0, at("08:00")).at())
        .isEqualTo(at("08:30"));
    assertThat(policy.bookAfterFailure(1, Duration.ofSeconds(1), 0, at("08:00")).at())
        .isEqualTo(at("08:01"));
  }

  /** Daily at 14:00, ten minutes long; it failed at 04:00 and says itself when to try again. */
  @ParameterizedTest
  @CsvSource({
    "PLANNED,      2h,        06:00, RETRY",
    "RETRY,        2h,        06:00, RETRY",
    "PLANNED_ONLY, 2h,        14:00, SCHEDULE",
    "FIRST,        2h,        06:00, RETRY",
    "PLANNED,      9h55m,     14:00, SCHEDULE", // would still run at 14:00
    "RETRY,        9h55m,     13:55, RETRY",
    "PLANNED_ONLY, 9h55m,     14:00, SCHEDULE",
    "FIRST,        9h55m,     13:55, RETRY",
    "PLANNED,      10h,       14:00, SCHEDULE",
    "RETRY,        10h,       14:00, RETRY",
    "PLANNED_ONLY, 10h,       14:00, SCHEDULE",
    "FIRST,        10h,       14:00, SCHEDULE",
    "PLANNED,      12h,       14:00, SCHEDULE", // the planned run does not wait for it
    "RETRY,        12h,       16:00, RETRY", // the retry replaces the planned run
    "PLANNED_ONLY, 12h,       14:00, SCHEDULE",
    "FIRST,        12h,       14:00, SCHEDULE",
  })
  void alignmentDecidesBetweenALaterRetryAndAPlannedTime(
      Alignment align, String retryAfter, String next, String reason) {
    Booking booking =
        policy("0 0 14 * * ?", Duration.ofMinutes(10), align, "1m")
            .bookAfterFailure(1, Durations.parse(retryAfter), 0, at("04:00"));
    assertThat(booking.at()).isEqualTo(at(next));
    assertThat(booking.reason()).hasToString(reason);
  }

  /** Daily at 14:00, ten minutes long; a person's run fails at 04:00 before a retry at 04:05. */
  @ParameterizedTest
  @CsvSource({
    "PLANNED, 04:05, 0s,  04:05, RETRY",
    "PLANNED, 04:05, 2m,  04:05, RETRY",
    "PLANNED, 04:05, 20m, 04:20, RETRY", // later, never earlier
    "PLANNED, 04:05, 12h, 14:00, SCHEDULE",
    "RETRY,   04:05, 12h, 16:00, RETRY",
    "PLANNED, 03:55, 0s,  04:00, RETRY", // overdue
  })
  void whatWasBookedBeforeARunByHandStands(
      Alignment align, String booked, String retryAfter, String next, String reason) {
    Booking booking =
        policy("0 0 14 * * ?", Duration.ofMinutes(10), align, "1m")
            .bookResumed(Booking.retry(at(booked)), Durations.parse(retryAfter), at("04:00"));
    assertThat(booking.at()).isEqualTo(at(next));
    assertThat(booking.reason()).hasToString(reason);
  }

  @Test
  void withoutAScheduleNothingIsBookedOnceItIsExhausted() {
    Policy policy = policy(null, Duration.ofMinutes(10), Alignment.PLANNED);
    assertThat(policy.isExhausted(1)).isTrue();
    assertThat(policy.bookAfterFailure(1, null, 0, at("08:00"))).isEqualTo(Booking.NONE);
  }

  @Test
  void aBackoffGrowsUpToItsCapAndItsJitterStaysWithinItsShare() {
    RetryPolicy retry =
        new RetryPolicy.ExponentialDelays(6, Duration.ofMinutes(1), 2, Duration.ofMinutes(6), 0);
    assertThat(IntStream.rangeClosed(1, 5).mapToObj(no -> retry.delayAfter(no, 0.9)))
        .extracting(Duration::toMinutes)
        .containsExactly(1L, 2L, 4L, 6L, 6L);
    RetryPolicy jittered =
        new RetryPolicy.ExponentialDelays(6, Duration.ofMinutes(1), 2, Duration.ofHours(1), 0.5);
    assertThat(jittered.delayAfter(1, 0)).isEqualTo(Duration.ofSeconds(30));
    assertThat(jittered.delayAfter(1, 0.5)).isEqualTo(Duration.ofSeconds(60));
    assertThat(jittered.delayAfter(1, 1)).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aPolicyThatCannotBeCannotExist() {
    assertThatThrownBy(() -> Policy.of(null, Duration.ZERO))
        .hasMessage("timeout = 0s: must be more than 0");
    assertThatThrownBy(() -> new RetryPolicy.ListedDelays(List.of(Duration.ofSeconds(-1))))
        .hasMessage("delays = -1s: must not be negative");
    assertThatThrownBy(
            () -> new RetryPolicy.ExponentialDelays(0, Duration.ZERO, 2, Duration.ofHours(1), 0))
        .hasMessage("attempts = 0: must be 1 to 1000");
  }
}
