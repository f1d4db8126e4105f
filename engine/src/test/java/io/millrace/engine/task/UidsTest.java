package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UidsTest {
  private final TestClock clock = new TestClock();

  @Test
  void aUidIsOfTheTimeThatTheClockShows() {
    Supplier<UUID> uids = Uids.following(clock);
    for (int day = 0; day < 120; day++) {
      UUID uid = uids.get();
      assertThat(uid.version()).isEqualTo(7);
      assertThat(uid.getMostSignificantBits() >>> 16).isEqualTo(clock.millis());
      UUID first = Uids.first(clock.instant());
      UUID next = Uids.first(clock.instant().plusMillis(1));
      assertThat(Uids.first(List.of(uid, first, next))).isEqualTo(first);
      assertThat(Uids.last(List.of(uid, first, next))).isEqualTo(next);
      clock.pass(Duration.ofDays(1));
    }
  }

  @Test
  void uidsOfOneMomentDiffer() {
    Supplier<UUID> uids = Uids.following(clock);
    Set<UUID> all = new HashSet<>();
    IntStream.range(0, 10_000).forEach(i -> all.add(uids.get()));
    assertThat(all).hasSize(10_000);
  }

  @Test
  void theOrderIsThatOfTheDatabaseAlsoForUidsOfOtherVersions() {
    UUID low = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
    UUID high = UUID.fromString("f1a1e451-28fe-4f1d-b60d-26f9e438fcb6");
    assertThat(Uids.first(List.of(high, low))).isEqualTo(low);
    assertThat(Uids.last(List.of(high, low))).isEqualTo(high);
  }

  @Test
  void aTimeThatNoUidHasIsTheNearest() {
    assertThat(Uids.first(Instant.MIN)).isEqualTo(new UUID(0, 0));
    UUID last = Uids.first(Instant.MAX);
    assertThat(Uids.last(List.of(last, Uids.first(clock.instant())))).isEqualTo(last);
  }
}
