package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitingTimesTest {
  @Test
  void percentilesAreRightWithinTheWidthOfAClass() {
    Random random = new Random(3);
    WaitingTimes times = new WaitingTimes(Duration.ofMinutes(1));
    long[] all = random.doubles(5_000).mapToLong(x -> (long) Math.exp(x * 18)).toArray();
    Arrays.stream(all).forEach(times::add);
    Arrays.sort(all);
    for (double part : new double[] {0.5, 0.9, 0.95, 0.99}) {
      long exact = all[(int) Math.ceil(part * all.length) - 1];
      assertThat((double) times.percentile(part)).isCloseTo(exact, withPercentage(3.5));
    }
    assertThat(times.max()).isEqualTo(all[all.length - 1]);
    assertThat(times.percentile(1)).isEqualTo(times.max());
    assertThat(times.late()).isEqualTo(Arrays.stream(all).filter(ms -> ms > 60_000).count());
  }

  @Test
  void withoutTasksNothingWaited() {
    assertThat(new WaitingTimes(Duration.ofMinutes(1)).percentile(0.95)).isZero();
  }
}
