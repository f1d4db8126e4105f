package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GrantStatisticsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final PoolConfig CONFIG =
      new PoolConfig(
          true, 10, List.of(new SourceSystem("TDR", 2, 25), new SourceSystem("DEFAULT", 0, 75)));

  private final GrantStatistics grants = new GrantStatistics(NOON);

  private void granted(Instant at, String system, boolean reserved, double... expected) {
    UUID uid = UUID.randomUUID();
    Lease lease = new Lease(uid, "s/c", 1, system, "worker", at, at.plus(Duration.ofMinutes(10)));
    Set<UUID> onReserve = reserved ? Set.of(uid) : Set.of();
    grants.add(
        new AdmissionStep(new ChannelsChanged(at, List.of(), List.of(lease)), onReserve, expected),
        CONFIG,
        at);
  }

  @Test
  void whatIsGrantedIsCountedBySystemWithWhatItsShareWouldHaveGivenIt() {
    granted(NOON, "TDR", true, 0, 0);
    granted(NOON, "TDR", false, 0.25, 0.75);
    granted(NOON.plusSeconds(90), "unlisted", false, 0, 1);
    assertThat(grants.since(NOON.plusSeconds(90))).isEqualTo(NOON);
    assertThat(grants.totals(0)).isEqualTo(new GrantStatistics.GrantTotals(2, 1, 0.25));
    assertThat(grants.totals(1)).isEqualTo(new GrantStatistics.GrantTotals(1, 1, 1.75));
  }

  @Test
  void anHourLaterItIsForgotten() {
    granted(NOON, "DEFAULT", false, 0, 1);
    granted(NOON.plus(Duration.ofMinutes(30)), "DEFAULT", false, 0, 1);
    assertThat(grants.since(NOON.plus(Duration.ofMinutes(60)))).isEqualTo(NOON);
    assertThat(grants.totals(1).granted()).isEqualTo(2);
    assertThat(grants.since(NOON.plus(Duration.ofMinutes(61))))
        .isEqualTo(NOON.plus(Duration.ofMinutes(1)));
    assertThat(grants.totals(1).granted()).isOne();
  }

  @Test
  void anotherConfigBeginsAnew() {
    granted(NOON, "DEFAULT", false, 0, 1);
    grants.clear(NOON.plusSeconds(5));
    assertThat(grants.since(NOON.plusSeconds(6))).isEqualTo(NOON.plusSeconds(5));
    assertThat(grants.totals(1)).isEqualTo(new GrantStatistics.GrantTotals(0, 0, 0));
  }

  @Test
  void amongAllThatAlwaysWaitTheDrawGivesWhatIsExpected() {
    double sum = 0;
    for (int i = 0; i < 100; i++) {
      granted(NOON, "DEFAULT", false, 0.25, 0.75);
      sum += 0.75;
    }
    grants.since(NOON);
    assertThat(grants.totals(1).expected()).isCloseTo(sum, within(1e-9));
  }
}
