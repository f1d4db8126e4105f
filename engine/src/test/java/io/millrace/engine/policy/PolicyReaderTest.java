package io.millrace.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.YamlDocument;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyReaderTest {

  private static Policy read(String yaml) {
    return read(yaml, PolicyReader::read);
  }

  private static Policy readAttempts(String yaml) {
    return read(yaml, PolicyReader::readAttempts);
  }

  private static Policy read(String yaml, Function<InputNode, Policy> reader) {
    FieldErrors errors = new FieldErrors();
    Policy policy = reader.apply(InputNode.root(YamlDocument.read(yaml, errors), errors));
    errors.throwIfAny();
    return policy;
  }

  @Test
  void everyFieldIsRead() {
    Policy policy =
        read(
            """
            schedule: "0 0 6,16 * * ?"
            timeout: 20m
            retry: {delays: [0s, 5m, 10m]}
            align: planned-only
            when_exhausted: disable
            give_up_after: 3d
            """);
    assertThat(policy.scheduleText()).isEqualTo("0 0 6,16 * * ?");
    assertThat(policy.timeout()).isEqualTo(Duration.ofMinutes(20));
    assertThat(policy.retry())
        .isEqualTo(
            new RetryPolicy.ListedDelays(
                List.of(Duration.ZERO, Duration.ofMinutes(5), Duration.ofMinutes(10))));
    assertThat(policy.align()).isEqualTo(Alignment.PLANNED_ONLY);
    assertThat(policy.disableWhenExhausted()).isTrue();
    assertThat(policy.giveUpAfter()).isEqualTo(Duration.ofDays(3));
  }

  @Test
  void wordsAreReadInAnyCaseAndDurationsAsPeopleWriteThem() {
    Policy policy =
        read(
            """
            schedule: {every: 2 hours}
            timeout: 1 hour 30 minutes
            retry: {attempts: 5, delay: 90 sec, factor: 2, max_delay: 1.5h}
            align: PLANNED_ONLY
            when_exhausted: Disable
            give_up_after: 1 week
            """);
    assertThat(policy.scheduleText()).isEqualTo("every 2h from 1970-01-01T00:00:00Z");
    assertThat(policy.timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(policy.retry())
        .isEqualTo(
            new RetryPolicy.ExponentialDelays(
                5, Duration.ofSeconds(90), 2, Duration.ofMinutes(90), 0));
    assertThat(policy.align()).isEqualTo(Alignment.PLANNED_ONLY);
    assertThat(policy.disableWhenExhausted()).isTrue();
    assertThat(policy.giveUpAfter()).isEqualTo(Duration.ofDays(7));
    assertThat(read("retry: {delays: [0s, 5 minutes, PT1H]}").retry())
        .isEqualTo(
            new RetryPolicy.ListedDelays(
                List.of(Duration.ZERO, Duration.ofMinutes(5), Duration.ofHours(1))));
    assertThat(read("schedule: Every 1 hour 30 minutes From 2026-01-01T00:00:00Z").scheduleText())
        .isEqualTo("every 1h30m from 2026-01-01T00:00:00Z");
    assertThat(read("schedule: \"@Daily IN Europe/London GAP Skip overlap BOTH\"").scheduleText())
        .isEqualTo("@daily in Europe/London gap skip overlap both");
  }

  @Test
  void nothingGivenIsTheDefault() {
    assertThat(read("{}")).isEqualTo(Policy.DEFAULT);
  }

  @Test
  void aBackoffIsReadWithItsDefaults() {
    assertThat(
            read("retry: {attempts: 5, delay: 2m, factor: 3, max_delay: 1h, jitter: 0.1}").retry())
        .isEqualTo(
            new RetryPolicy.ExponentialDelays(
                5, Duration.ofMinutes(2), 3, Duration.ofHours(1), 0.1));
    assertThat(read("retry: {attempts: 3}").retry())
        .isEqualTo(
            new RetryPolicy.ExponentialDelays(3, Duration.ofMinutes(1), 1, Duration.ofHours(1), 0));
  }

  /** The minutes between the attempts, in order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{attempts: 5, delay: 2m}                              | 2 2 2 2",
        "{attempts: 4}                                         | 1 1 1",
        "{attempts: 4, delay: 2m, factor: 1}                   | 2 2 2",
        "{attempts: 5, delay: 2m, factor: 2}                   | 2 4 8 16",
        "{attempts: 4, delay: 2m, factor: 1.5}                 | 2 3 4.5",
        "{attempts: 5, delay: 2m, factor: 2, max_delay: 5m}    | 2 4 5 5",
        "{attempts: 4, delay: 30m, factor: 4}                  | 30 60 60",
        "{attempts: 4, delay: 10m, max_delay: 3m}              | 3 3 3",
        "{attempts: 4, delay: 10m, factor: 2, max_delay: 3m}   | 3 3 3",
        "{attempts: 3, delay: 3h}                              | 180 180",
        "{attempts: 3, delay: 3h, factor: 2}                   | 180 180",
        "{attempts: 3, delay: 0s, factor: 2}                   | 0 0",
        "{attempts: 3, delay: 0}                               | 0 0",
        "{delays: [0, 5m, '0', 0.0]}                           | 0 5 0 0",
        "{attempts: 3, delay: 2m, max_delay: 0s}               | 0 0",
      })
  void theDelayIsConstantUnlessAFactorIsGiven(String retry, String minutes) {
    for (Policy policy :
        List.of(read("retry: " + retry), readAttempts("retry: " + retry))) { // of a step as well
      RetryPolicy read = policy.retry();
      assertThat(
              IntStream.range(1, read.attempts())
                  .mapToObj(no -> read.delayAfter(no, 0.3).toSeconds() / 60.0)
                  .toList())
          .isEqualTo(Stream.of(minutes.split(" ")).map(Double::valueOf).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeout: 0s                             | timeout = 0s: must be more than 0",
        "timeout: -5m                            | timeout = -5m: must be more than 0",
        "retry: {delays: [5m, -1s]}              | retry.delays[1] = -1s: must not be negative",
        "retry: {delay: 1m}                      | retry.attempts: is required",
        "retry: {attempts: 0}                    | retry.attempts = 0: must be a whole number from"
            + " 1 to 1000",
        "retry: {attempts: 2, factor: 0.5}       | retry.factor = 0.5: must be 1 to 100",
        "retry: {attempts: 2, jitter: 2}         | retry.jitter = 2: must be 0 to 1",
        "retry: {attempts: 2, tries: 3}          | retry.tries = 3: is not a known field; known:"
            + " attempts, delay, factor, jitter, max_delay",
        "retry: 3                                | retry = 3: must be a mapping",
        "align: never                            | align = never: is not one of planned, retry,"
            + " planned-only, first",
        "when_exhausted: cry                     | when_exhausted = cry: is not one of wait,"
            + " disable",
        "give_up_after: 0d                       | give_up_after = 0d: must be more than 0",
      })
  void aWrongFieldIsRefusedByName(String yaml, String error) {
    try {
      read(yaml);
    } catch (InvalidInputException refused) {
      assertThat(refused).hasMessage(error);
      return;
    }
    throw new AssertionError("not refused");
  }
}
