package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.server.ConnectionTable.EnterResult;
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

  private static EnterResult<Integer> inPlaceOf(Integer closed) {
    return new EnterResult<>(true, Optional.ofNullable(closed));
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
    table.markBusy(1);
    table.markBusy(2);
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
    table.markBusy(2);
    assertThat(table.enter(5, "b", 10)).isEqualTo(inPlaceOf(3));
    table.markBusy(1);
    table.markBusy(4);
    table.markBusy(5);
    assertThat(table.enter(6, "c", 10))
        .as("all work")
        .isEqualTo(new EnterResult<>(false, Optional.empty()));
    table.markIdle(2, 10);
    assertThat(table.enter(6, "c", 10)).isEqualTo(inPlaceOf(2));
  }

  @Test
  void onlyThoseWithoutARequestInTimeAreOverdue() {
    table.enter(1, "a", 10);
    table.enter(2, "b", 10);
    table.enter(3, "c", 20);
    table.markBusy(2);
    assertThat(table.removeOverdue(9)).isEmpty();
    assertThat(table.removeOverdue(10)).containsExactly(1);
    assertThat(table.removeOverdue(10)).isEmpty();
    table.markIdle(2, 30);
    assertThat(table.removeOverdue(30)).containsExactlyInAnyOrder(2, 3);
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
            EnterResult<Integer> entry = table.enter(connection, "a" + connection % 3, step + 50);
            entry.closed().ifPresent(closed -> assertThat(working).doesNotContain(closed));
            entry.closed().ifPresent(here::remove);
            if (entry.admitted()) {
              here.add(connection);
            }
          }
        }
        case 1 -> {
          table.markBusy(connection);
          if (here.contains(connection)) {
            working.add(connection);
          }
        }
        case 2 -> {
          table.markIdle(connection, step + 50);
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
