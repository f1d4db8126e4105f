package io.millrace.engine.fresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How early broken promises are announced when the refreshes of a site fail or do not start. */
class OutageTest {
  private static final double ANNOUNCED = 0.9;
  private static final double FALSE_ALARMS = 0.1;

  private static List<SimulatedOutage> run(SimulatedOutage.Kind kind) {
    return LongStream.rangeClosed(1, 20).mapToObj(seed -> SimulatedOutage.run(kind, seed)).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = SimulatedOutage.Kind.class,
      names = {"REFRESHES_FAIL", "NOTHING_STARTS"})
  void nineOfTenForeseeableBreachesAreAnnouncedHalfAnHourAhead(SimulatedOutage.Kind kind) {
    List<SimulatedOutage> outages = run(kind);
    int foreseeable = outages.stream().mapToInt(SimulatedOutage::foreseeable).sum();
    int announced = outages.stream().mapToInt(SimulatedOutage::announced).sum();
    assertThat(foreseeable).as("there is something to announce").isGreaterThan(500);
    assertThat(announced)
        .as("%d of %d foreseeable breaches", announced, foreseeable)
        .isGreaterThanOrEqualTo((int) Math.ceil(ANNOUNCED * foreseeable));
  }

  @Test
  void singleFailuresAreSeldomAnnouncedAsARisk() {
    List<SimulatedOutage> days = run(SimulatedOutage.Kind.NONE);
    int successes = days.stream().mapToInt(SimulatedOutage::successes).sum();
    int alarms = days.stream().mapToInt(SimulatedOutage::alarms).sum();
    assertThat(alarms)
        .as("%d alarms in %d refreshes", alarms, successes)
        .isLessThanOrEqualTo((int) (FALSE_ALARMS * successes));
  }
}
