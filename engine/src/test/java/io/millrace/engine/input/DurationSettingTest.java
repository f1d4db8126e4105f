package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationSettingTest {

  private static Config config(String value) {
    return ConfigFactory.parseString("worker.drain = " + value);
  }

  @ParameterizedTest
  @CsvSource({
    "10s, PT10S",
    "10 seconds, PT10S",
    "1500, PT1.5S",
    "'\"1500\"', PT1.5S",
    "250 us, PT0.00025S",
    "1h30m, PT1H30M",
    "1 hour 30 minutes, PT1H30M",
    "1 week, P7D",
    "30 Minutes, PT30M",
    "PT1H, PT1H",
  })
  void aSettingIsReadAsHoconAndAsDocumentsHaveIt(String value, Duration expected) {
    assertThat(DurationSetting.of(config(value), "worker.drain")).isEqualTo(expected);
  }

  @Test
  void anythingElseIsRefusedWithItsPathItsValueAndTheForms() {
    assertThatThrownBy(() -> DurationSetting.of(config("soon"), "worker.drain"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("worker.drain")
        .hasMessageContaining("soon is not a duration: write 90s");
    assertThatThrownBy(() -> DurationSetting.of(config("[1]"), "worker.drain"))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(() -> DurationSetting.of(config("1s"), "worker.other"))
        .isInstanceOf(ConfigException.Missing.class);
  }
}
