package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.ConnectionTable.Entry;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTableTest {
  private static final String PROXY = "127.0.0.1";
  private final ConnectionTable<Integer> table = new ConnectionTable<>(4, 2, Set.of(PROXY));

  private static Entry<Integer> inPlaceOf(Integer closed) {
    return new Entry<>(true, Optional.ofNullable(closed));
  }

  @Test
  void anAddressWithItsShareLosesItsOwnOldestConnection() {
    table.enter(1, "a", 10);
    table.enter(2, "a", 10);
    assertThat(table.enter(3, "a", 10)).isEqualTo(inPlaceOf(1));
    assertThat(table.enter(4, "b", 10)).isEqualTo(inPlaceOf(null));
  }

  @Test
  void anAddressWhoseConnectionsAllWorkGetsNoMore() {
    table.enter(1, "a", 10);
    table.enter(2, "a", 10);
    table.works(1);
    table.works(2);
    assertThat(table.enter(3, "a", 10).admitted()).isFalse();
    assertThat(table.enter(4, "b", 10).admitted()).isTrue();
  }

  @Test
  void aProxyHasNoShare() {
    for (int i = 0; i < 4; i++) {
      assertThat(table.enter(i, PROXY, 10)).isEqualTo(inPlaceOf(null));
    }
  }

  @Test
  void whenAllAreTakenTheAddressWithMostThatWaitLosesItsOldest() {
    table.enter(1, "a", 10);
    table.enter(2, PROXY, 10);
    table.enter(3, PROXY, 10);
    table.enter(4, PROXY, 10);
    table.works(2);
    assertThat(table.enter(5, "b", 10)).isEqualTo(inPlaceOf(3));
    table.works(1);
    table.works(4);
    table.works(5);
    assertThat(table.enter(6, "c", 10))
        .as("all work")
        .isEqualTo(new Entry<>(false, Optional.empty()));
    table.waits(2, 10);
    assertThat(table.enter(6, "c", 10)).isEqualTo(inPlaceOf(2));
  }

  @Test
  void onlyThoseWithoutARequestInTimeAreOverdue() {
    table.enter(1, "a", 10);
    table.enter(2, "b", 10);
    table.enter(3, "c", 20);
    table.works(2);
    assertThat(table.overdue(9)).isEmpty();
    assertThat(table.overdue(10)).containsExactly(1);
    assertThat(table.overdue(10)).isEmpty();
    table.waits(2, 30);
    assertThat(table.overdue(30)).containsExactlyInAnyOrder(2, 3);
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverAreThereMoreThanTheBoundAndOnlyThoseThatWaitAreClosed(long seed) {
    Random random = new Random(seed);
    Set<Integer> here = new HashSet<>();
    Set<Integer> working = new HashSet<>();
    for (int step = 0; step < 5_000; step++) {
      int connection = random.nextInt(12);
      switch (random.nextInt(4)) {
        case 0 -> {
          if (!here.contains(connection)) {
            Entry<Integer> entry = table.enter(connection, "a" + connection % 3, step + 50);
            entry.closed().ifPresent(closed -> assertThat(working).doesNotContain(closed));
            entry.closed().ifPresent(here::remove);
            if (entry.admitted()) {
              here.add(connection);
            }
          }
        }
        case 1 -> {
          table.works(connection);
          if (here.contains(connection)) {
            working.add(connection);
          }
        }
        case 2 -> {
          table.waits(connection, step + 50);
          working.remove(connection);
        }
        default -> {
          table.leave(connection);
          here.remove(connection);
          working.remove(connection);
        }
      }
      assertThat(table.size()).isEqualTo(here.size()).isLessThanOrEqualTo(4);
    }
    here.forEach(table::leave);
    assertThat(table.size()).isZero();
  }
}
