package io.millrace.http.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.http.settings.StartException;
import org.junit.jupiter.api.Test;

class LogSettingsTest {
  @Test
  void theLogIsWrittenAsSomebodySaidInAnyCase() {
    assertThat(LogSettings.word("MILLRACE_LOG", "JSON")).isEqualTo("json");
    assertThat(LogSettings.word("MILLRACE_LOG_LEVEL", "debug")).isEqualTo("DEBUG");
    assertThatThrownBy(() -> LogSettings.word("MILLRACE_LOG", "xml"))
        .isInstanceOf(StartException.class)
        .hasMessage("MILLRACE_LOG = xml: is not one of plain, json");
  }
}
