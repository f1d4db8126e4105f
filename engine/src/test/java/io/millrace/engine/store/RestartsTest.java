package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartsTest {
  private static Stream<Restarts> endsInARow() {
    return Stream.iterate(
        Restarts.DEFAULT.afterEnd(Duration.ofSeconds(3)), last -> last.afterEnd(Duration.ZERO));
  }

  @Test
  void theFirstStartIsAtOnceAndTheOthersWaitLongerAndLonger() {
    assertThat(endsInARow().limit(9).map(Restarts::pause).map(Duration::toSeconds))
        .containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  @Test
  void afterEightStartsInVainItIsGivenUp() {
    assertThat(endsInARow().limit(9).map(Restarts::isGivenUp))
        .containsExactly(false, false, false, false, false, false, false, false, true);
  }

  @Test
  void aServerThatRanForAWhileBeginsAnew() {
    Restarts last = endsInARow().skip(7).findFirst().orElseThrow();
    assertThat(last.afterEnd(Restarts.WELL.minusNanos(1)).isGivenUp()).isTrue();
    assertThat(last.afterEnd(Restarts.WELL).inARow()).isOne();
    assertThat(last.afterEnd(Restarts.WELL).pause()).isZero();
  }
}
