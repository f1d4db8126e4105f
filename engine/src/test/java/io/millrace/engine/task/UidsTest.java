package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UidsTest {
  private final TestClock clock = new TestClock();

  @Test
  void aUidIsOfTheTimeThatTheClockShows() {
    Supplier<UUID> uids = Uids.generator(clock);
    for (int day = 0; day < 120; day++) {
      UUID uid = uids.get();
      assertThat(uid.version()).isEqualTo(7);
      assertThat(uid.getMostSignificantBits() >>> 16).isEqualTo(clock.millis());
      assertThat(Uids.firstAt(clock.instant()).toString()).isLessThan(uid.toString());
      assertThat(Uids.firstAt(clock.instant().plusMillis(1)).toString())
          .isGreaterThan(uid.toString());
      assertThat(Uids.day(uid)).isEqualTo(LocalDate.of(2026, 3, 1).plusDays(day));
      clock.pass(Duration.ofDays(1));
    }
  }

  @Test
  void uidsOfOneMomentDiffer() {
    Supplier<UUID> uids = Uids.generator(clock);
    Set<UUID> all = new HashSet<>();
    IntStream.range(0, 10_000).forEach(i -> all.add(uids.get()));
    assertThat(all).hasSize(10_000);
  }

  @Test
  void theFractionsOfManyUidsAreEverywhereBetweenZeroAndOne() {
    Supplier<UUID> uids = Uids.generator(clock);
    int[] tenths = new int[10];
    IntStream.range(0, 10_000).forEach(i -> tenths[(int) (Uids.fraction(uids.get()) * 10)]++);
    assertThat(Arrays.stream(tenths)).allMatch(found -> found > 800 && found < 1_200);
  }

  @Test
  void aUidOfAnotherVersionHasSomeDay() {
    assertThat(Uids.day(UUID.fromString("f1a1e451-28fe-4f1d-b60d-26f9e438fcb6")))
        .isAfter(LocalDate.of(10_000, 1, 1));
  }

  @Test
  void aTimeThatNoUidHasIsTheNearest() {
    assertThat(Uids.firstAt(Instant.MIN)).isEqualTo(new UUID(0, 0));
    assertThat(Uids.day(Uids.firstAt(Instant.MAX))).isAfter(LocalDate.of(10_000, 1, 1));
  }
}
