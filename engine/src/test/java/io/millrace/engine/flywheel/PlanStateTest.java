package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.flywheel.PlanState.StoredUserPlan;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanStateTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 8);

  private static FlywheelSettings settings(boolean enabled) {
    return FlywheelSettings.of(
        ConfigFactory.parseString(
                "enabled = " + enabled + ", defaultRefreshesPerDay = 1, refreshesPerDay.off = 0")
            .withFallback(ConfigFactory.load().getConfig("millrace.flywheel.internal")));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // client, own n, day planned, waits, enabled, days from today, time, state
        "acme, -, true,  true,  true,  0,  12:00, PLANNING",
        "acme, -, false, false, true,  0,  12:00, PLANNING",
        "acme, 4, true,  true,  true,  0,  12:00, PLANNING",
        "acme, -, true,  true,  true,  0,  00:10, PLANNING",
        "acme, -, true,  true,  false, 0,  12:00, FLYWHEEL_OFF",
        "acme, 0, true,  true,  true,  0,  12:00, NO_REFRESHES",
        "off,  -, true,  true,  true,  0,  12:00, NO_REFRESHES",
        "off,  2, true,  true,  true,  0,  12:00, PLANNING",
        "acme, -, true,  true,  true,  0,  23:59, DAY_OVER",
        "acme, -, true,  false, true,  0,  23:59, DAY_OVER",
        "acme, -, true,  false, true,  0,  12:00, NOT_IN_PLAN",
        "acme, -, false, true,  true,  1,  12:00, NOT_YET",
        "acme, 0, false, true,  true,  1,  12:00, NO_REFRESHES",
        "acme, -, true,  true,  false, 1,  12:00, FLYWHEEL_OFF",
        "acme, -, true,  true,  true,  -1, 12:00, NOT_IN_PLAN",
        "acme, -, false, true,  true,  -1, 12:00, NO_PLAN",
      })
  void aUserWithoutAPlaceIsToldWhy(
      String client,
      Integer own,
      boolean dayPlanned,
      boolean waiting,
      boolean enabled,
      int days,
      String time,
      PlanState expected) {
    Instant now = Instant.parse(TODAY + "T" + time + ":30Z");
    StoredUserPlan stored = new StoredUserPlan(client, own, dayPlanned, waiting);
    assertThat(PlanState.whyUnplanned(stored, settings(enabled), TODAY.plusDays(days), now))
        .isEqualTo(expected);
  }
}
