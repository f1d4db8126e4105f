package io.millrace.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  @ParameterizedTest
  @CsvSource({
    // first, factor, longest, jitter, failures, random, delay
    "PT1S, 2, PT30S, 0, 0, 0.9, PT0S",
    "PT1S, 2, PT30S, 0, -1, 0.9, PT0S",
    "PT1S, 2, PT30S, 0, 1, 0.9, PT1S",
    "PT1S, 2, PT30S, 0, 2, 0.9, PT2S",
    "PT1S, 2, PT30S, 0, 5, 0.9, PT16S",
    "PT1S, 2, PT30S, 0, 6, 0.9, PT30S",
    "PT1S, 2, PT30S, 0, 2147483647, 0.9, PT30S",
    "PT1M, 1, PT1H, 0, 9, 0.9, PT1M",
    "PT1M, 1.5, PT1H, 0, 3, 0.9, PT2M15S",
    "PT2M, 2, PT1M, 0, 1, 0.9, PT1M",
    "PT0S, 100, PT1H, 0, 999, 0.9, PT0S",
    "PT0.1S, 2, PT5S, 0, 4, 0.9, PT0.8S",
    "PT1M, 2, PT1H, 0.5, 1, 0, PT30S",
    "PT1M, 2, PT1H, 0.5, 1, 0.5, PT1M",
    "PT1M, 2, PT1H, 0.5, 1, 1, PT1M30S",
    "PT1M, 2, PT1H, 0.5, 20, 1, PT1H",
    "PT1M, 2, PT1H, 0.5, 20, 0, PT30M",
    "PT40M, 1, PT1H, 0.9, 1, 1, PT1H",
    "PT1H, 1, PT1H, 1, 3, 0, PT0S",
  })
  void aDelayGrowsByTheFactorUpToTheLongestAndJitterMovesIt(
      Duration first,
      double factor,
      Duration longest,
      double jitter,
      int failures,
      double random,
      Duration delay) {
    Backoff backoff = new Backoff(first, factor, longest, jitter);
    assertThat(backoff.delayAfter(failures, random)).isEqualTo(delay);
  }

  @Test
  void withoutARandomNumberThereIsNoJitter() {
    Backoff doubling = Backoff.doubling(Duration.ofSeconds(2), Duration.ofMinutes(10));
    assertThat(doubling.withJitter(1).delayAfter(3)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void aBackoffThatCannotBeCannotExist() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> Backoff.doubling(second.negated(), second))
        .hasMessageContaining("negative delay");
    assertThatThrownBy(() -> new Backoff(second, 0.5, second, 0)).hasMessageContaining("factor");
    assertThatThrownBy(() -> Backoff.doubling(second, second).withJitter(1.1))
        .hasMessageContaining("jitter");
  }
}
