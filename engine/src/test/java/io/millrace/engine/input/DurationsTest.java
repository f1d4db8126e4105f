package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "10m, PT10M",
    "2h, PT2H",
    "7d, P7D",
    "1h30m, PT1H30M",
    "500ms, PT0.5S",
    "1d2h3m4s5ms, P1DT2H3M4.005S",
    "90m, PT90M",
    "-3m, PT-3M",
    "+1m, PT1M",
    "PT10M, PT10M",
    "pt10m, PT10M",
    "-PT3M, PT-3M",
    "' 10m ', PT10M",
    "90s, PT1M30S",
    "1h 30m, PT1H30M",
    "1 h 30 m, PT1H30M",
    "1H30M, PT1H30M",
    "30 minutes, PT30M",
    "30 Minutes, PT30M",
    "1 minute, PT1M",
    "30minutes, PT30M",
    "15 min, PT15M",
    "15 mins, PT15M",
    "1 hour 30 minutes, PT1H30M",
    "'1 hour, 30 minutes', PT1H30M",
    "1 hour and 30 minutes, PT1H30M",
    "1hour30minutes, PT1H30M",
    "2 hrs, PT2H",
    "1 hr, PT1H",
    "2 days, P2D",
    "1 day, P1D",
    "1 week, P7D",
    "2 weeks, P14D",
    "2w, P14D",
    "1 week 2 days, P9D",
    "1.5h, PT1H30M",
    "0.5 s, PT0.5S",
    "2.5 days, P2DT12H",
    "45 sec, PT45S",
    "45 secs, PT45S",
    "1 second, PT1S",
    "250 milliseconds, PT0.25S",
    "1 millisecond, PT0.001S",
    "-3 minutes, PT-3M",
    "- 3 minutes, PT-3M",
    "\u22123m, PT-3M",
    "+1 hour 30 minutes, PT1H30M",
    "PT1H, PT1H",
    "PT1H30M, PT1H30M",
    "P1D, P1D",
    "P1W, P7D",
    "-P2W, P-14D",
    "PT1.5H, PT1H30M",
    "'PT0,5H', PT30M",
    "P0.5D, PT12H",
    "P1W2DT3H, P9DT3H",
    "PT-6H, PT-6H",
  })
  void people_s_and_iso_spellings_are_read(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "10",
        "m",
        "ten minutes",
        "30m1h",
        "1m 1m",
        "1h 30",
        "1h -30m",
        "1 month",
        "2 years",
        "1 fortnight",
        "minutes 30",
        ".5h",
        "1,5h",
        "1e3s",
        "1h,",
        "1hand30m",
        "P1M",
        "PT1W",
        "-",
        "P",
        "PT",
        "PT1X",
        "--1m",
        "٣m"
      })
  void anything_else_is_refused_and_quoted(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> assertThat(e.errors()).singleElement().extracting("value").isEqualTo(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "0.1", "00.01", "-5", "1.5", " 90 "})
  void aNumberWithoutAUnitIsRefusedAndToldTheForms(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("needs a unit: write 90s, 1h30m")
        .hasMessageContaining("30 minutes")
        .hasMessageContaining("PT1H30M");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", " 0 ", "-0", "+0", "00", "0.0"})
  void zeroNeedsNoUnit(String text) {
    assertThat(Durations.parse(text)).isZero();
    assertThatThrownBy(() -> Durations.parsePositive(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("must be more than 0");
  }

  @Test
  void everyFormThatAnErrorNamesIsRead() {
    String forms = Durations.FORMS.replaceFirst("^write ", "");
    for (String form : forms.split(", | or ")) {
      assertThat(Durations.parse(form)).as(form).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "36501d",
        "999999999999999999d",
        "99999999999999999999s",
        "P99999999999999D",
        "6000 weeks",
        "99999999999999.5h"
      })
  void more_than_a_hundred_years_is_refused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("longer than 100 years");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1m"})
  void where_some_time_is_needed_none_is_refused(String text) {
    assertThatThrownBy(() -> Durations.parsePositive(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("must be more than 0");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT24H, 1d",
    "PT90M, 1h30m",
    "PT0.5S, 500ms",
    "PT-3M, -3m",
    "PT-1.5S, -1s500ms",
    "PT0.0000001S, PT0.0000001S",
  })
  void the_shortest_spelling_is_written(Duration duration, String expected) {
    assertThat(Durations.format(duration)).isEqualTo(expected);
  }

  @Test
  void what_is_written_is_read_back_as_the_same_duration() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long unit = (long) Math.pow(10, random.nextInt(10));
      Duration duration = Duration.ofNanos(random.nextLong() / 4 / unit * unit);
      assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
  }
}
