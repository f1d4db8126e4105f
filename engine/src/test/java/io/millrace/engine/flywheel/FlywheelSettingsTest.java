package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.engine.refresh.Throttling;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FlywheelSettingsTest {

  @Test
  void theDefaultsAreThoseOfTheReference() {
    assertThat(PlanStoreTest.settings(""))
        .isEqualTo(
            new FlywheelSettings(
                true,
                new Throttling(Set.of(), Duration.ofSeconds(1200), Duration.ofDays(1)),
                1,
                Map.of(),
                Duration.ofDays(90),
                Duration.ofMinutes(60),
                Duration.ofDays(30)));
  }

  @Test
  void aNumberThatIsNotPossibleIsSaidAndLeavesTheOthersAlone() {
    Logger logger = (Logger) LoggerFactory.getLogger(FlywheelSettings.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      FlywheelSettings settings =
          PlanStoreTest.settings(
              """
              defaultRefreshesPerDay = 3
              refreshesPerDay { off = 0, most = 1380, text = "4", "a.b" = 2
                more = 1381, negative = -1, half = 1.5, word = often }
              """);
      assertThat(settings.refreshesPerDay())
          .isEqualTo(Map.of("off", 0, "most", 1380, "text", 4, "a.b", 2));
      assertThat(settings.refreshesPerDay("more", null)).isEqualTo(3);
      assertThat(settings.refreshesPerDay("text", 7)).isEqualTo(7);
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .hasSize(4)
        .allMatch(line -> line.getLevel() == Level.ERROR)
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.contains("\"more\" = 1381"))
        .anyMatch(line -> line.contains("\"negative\" = -1"))
        .anyMatch(line -> line.contains("\"half\" = 1.5"))
        .anyMatch(line -> line.contains("\"word\" = often"));
  }

  @Test
  void aDefaultThatIsNotPossibleIsRefused() {
    assertThatThrownBy(() -> PlanStoreTest.settings("defaultRefreshesPerDay = 1381"))
        .hasMessageContaining("millrace.flywheel.internal.defaultRefreshesPerDay = 1381");
    assertThatThrownBy(() -> PlanStoreTest.settings("keepPlans = 1h"))
        .hasMessageContaining("keepPlans = PT1H");
  }
}
