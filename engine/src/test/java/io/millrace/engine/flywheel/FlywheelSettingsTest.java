package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.refresh.ThrottlingSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlywheelSettingsTest {

  @Test
  void theDefaultsAreThoseOfTheReference() {
    assertThat(PlanStoreTest.settings(""))
        .isEqualTo(
            new FlywheelSettings(
                true,
                new ThrottlingSettings(Set.of(), Duration.ofSeconds(1200), Duration.ofDays(1)),
                1,
                Map.of(),
                Duration.ofDays(90),
                Duration.ofMinutes(60),
                Duration.ofDays(30)));
  }

  @Test
  void aClientMayHaveItsOwnNumber() {
    FlywheelSettings settings =
        PlanStoreTest.settings(
            """
            defaultRefreshesPerDay = 3
            refreshesPerDay { off = 0, most = 1380, text = "4", "a.b" = 2 }
            """);
    assertThat(settings.refreshesPerDay())
        .isEqualTo(Map.of("off", 0, "most", 1380, "text", 4, "a.b", 2));
    assertThat(settings.refreshesPerDay("other", null)).isEqualTo(3);
    assertThat(settings.refreshesPerDay("text", 7)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1381", "-1", "1.5", "often", "null", "[1]", "{}"})
  void aNumberOfAClientThatIsNotPossibleIsRefused(String number) {
    assertThatThrownBy(
            () -> PlanStoreTest.settings("refreshesPerDay { good = 1, \"a.b\" = " + number + "}"))
        .hasMessageStartingWith("millrace.flywheel.internal.refreshesPerDay.\"a.b\" = " + number)
        .hasMessageEndingWith(": must be a whole number from 0 to 1380");
  }

  @Test
  void aDefaultThatIsNotPossibleIsRefused() {
    assertThatThrownBy(() -> PlanStoreTest.settings("defaultRefreshesPerDay = 1381"))
        .hasMessageContaining("millrace.flywheel.internal.defaultRefreshesPerDay = 1381");
    assertThatThrownBy(() -> PlanStoreTest.settings("keepPlans = 1h"))
        .hasMessageContaining("keepPlans = PT1H");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throttling.minimumSecondsSinceLastRefresh",
        "throttling.minimumSecondsSinceMfaRequired",
        "maximumDaysSinceLastLogin"
      })
  void aTimeSpanIsNotNegative(String name) {
    assertThatThrownBy(() -> PlanStoreTest.settings(name + " = -1"))
        .hasMessage("millrace.flywheel.internal." + name + " = -1: must be 0 or more");
    PlanStoreTest.settings(name + " = 0");
  }
}
