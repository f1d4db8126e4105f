package io.millrace.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.YamlDocument;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyReaderTest {

  private static Policy read(String yaml) {
    FieldErrors errors = new FieldErrors();
    Policy policy = PolicyReader.read(InputNode.root(YamlDocument.read(yaml, errors), errors));
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
            new Retry.Delays(
                List.of(Duration.ZERO, Duration.ofMinutes(5), Duration.ofMinutes(10))));
    assertThat(policy.align()).isEqualTo(Alignment.PLANNED_ONLY);
    assertThat(policy.disableWhenExhausted()).isTrue();
    assertThat(policy.giveUpAfter()).isEqualTo(Duration.ofDays(3));
  }

  @Test
  void nothingGivenIsTheDefault() {
    assertThat(read("{}")).isEqualTo(Policy.DEFAULT);
  }

  @Test
  void aBackoffIsReadWithItsDefaults() {
    assertThat(
            read("retry: {attempts: 5, delay: 2m, factor: 3, max_delay: 1h, jitter: 0.1}").retry())
        .isEqualTo(new Retry.Backoff(5, Duration.ofMinutes(2), 3, Duration.ofHours(1), 0.1));
    assertThat(read("retry: {attempts: 3}").retry())
        .isEqualTo(new Retry.Backoff(3, Duration.ofMinutes(1), 2, Duration.ofHours(1), 0));
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
  void whatIsWrongIsRefusedByItsName(String yaml, String error) {
    try {
      read(yaml);
    } catch (InvalidInputException refused) {
      assertThat(refused).hasMessage(error);
      return;
    }
    throw new AssertionError("not refused");
  }
}
