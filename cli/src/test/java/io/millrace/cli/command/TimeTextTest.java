package io.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-16T12:00:00Z, 2026-11-16T12:00:00Z",
    "90s, 2026-11-16T11:58:30Z, 2026-11-16T12:01:30Z",
    "2h, 2026-11-16T10:00:00Z, 2026-11-16T14:00:00Z",
    "1w, 2026-11-09T12:00:00Z, 2026-11-23T12:00:00Z",
    "2026-01-31, 2026-01-31T00:00:00Z, 2026-01-31T00:00:00Z",
    "2026-01-31T06:00:00+02:00, 2026-01-31T04:00:00Z, 2026-01-31T04:00:00Z"
  })
  void timesAreReadAsPeopleWriteThem(String text, Instant past, Instant future) {
    assertThat(TimeText.past("--since", text, NOW)).isEqualTo(past);
    assertThat(TimeText.future("--expires", text, NOW)).isEqualTo(future);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2h30", "-2h", "2026-1-1", "", "2026-02-30", "9999999999d"})
  void whatIsNoTimeIsRefusedWithItsOption(String text) {
    assertThatThrownBy(() -> TimeText.past("--since", text, NOW))
        .hasMessageStartingWith("--since = " + text + ": is not a time such as");
  }

  @Test
  void aLogicalTimeIsExact() {
    assertThatThrownBy(() -> TimeText.exact("--time", "2h")).hasMessageContaining("--time = 2h");
    assertThat(TimeText.duration("--timeout", "10m")).isEqualTo(Duration.ofMinutes(10));
  }
}
