package io.millrace.engine.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {
  private static Stream<RestartPolicy> endsInARow() {
    return Stream.iterate(
        RestartPolicy.DEFAULT.afterEnd(Duration.ofSeconds(3)),
        last -> last.afterEnd(Duration.ZERO));
  }

  @Test
  void theFirstStartIsAtOnceAndTheOthersWaitLongerAndLonger() {
    assertThat(endsInARow().limit(9).map(RestartPolicy::pause).map(Duration::toSeconds))
        .containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  @Test
  void afterEightStartsInVainItIsGivenUp() {
    assertThat(endsInARow().limit(9).map(RestartPolicy::isGivenUp))
        .containsExactly(false, false, false, false, false, false, false, false, true);
  }

  @Test
  void aServerThatRanForAWhileBeginsAnew() {
    RestartPolicy last = endsInARow().skip(7).findFirst().orElseThrow();
    assertThat(last.afterEnd(RestartPolicy.HEALTHY_AFTER.minusNanos(1)).isGivenUp()).isTrue();
    assertThat(last.afterEnd(RestartPolicy.HEALTHY_AFTER).inARow()).isOne();
    assertThat(last.afterEnd(RestartPolicy.HEALTHY_AFTER).pause()).isZero();
  }
}
