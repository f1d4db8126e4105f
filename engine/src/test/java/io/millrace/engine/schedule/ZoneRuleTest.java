package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The days when clocks jump, one by one. */
class ZoneRuleTest {

  @ParameterizedTest(name = "{0} between {1} and {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        // London 2026: 01:00 -> 02:00 on 29 March, 02:00 -> 01:00 on 25 October
        "30 1 * * * in Europe/London | 2026-03-28T02:00:00Z | 2026-03-30T01:00:00Z"
            + " | 2026-03-29T01:00:00Z,2026-03-30T00:30:00Z",
        "30 1 * * * in Europe/London gap skip | 2026-03-28T02:00:00Z | 2026-03-30T01:00:00Z"
            + " | 2026-03-30T00:30:00Z",
        "30 1 * * * in Europe/London | 2026-10-24T12:00:00Z | 2026-10-25T12:00:00Z"
            + " | 2026-10-25T00:30:00Z",
        "30 1 * * * in Europe/London overlap last | 2026-10-24T12:00:00Z | 2026-10-25T12:00:00Z"
            + " | 2026-10-25T01:30:00Z",
        "30 1 * * * in Europe/London overlap both | 2026-10-24T12:00:00Z | 2026-10-25T12:00:00Z"
            + " | 2026-10-25T00:30:00Z,2026-10-25T01:30:00Z",
        // 01:00 is shifted to 02:00, which fires anyway: once
        "0 * * * * in Europe/London | 2026-03-28T23:30:00Z | 2026-03-29T02:30:00Z"
            + " | 2026-03-29T00:00:00Z,2026-03-29T01:00:00Z,2026-03-29T02:00:00Z",
        // each local time fires once, so the second 01:00 does not
        "0 * * * * in Europe/London | 2026-10-24T23:30:00Z | 2026-10-25T02:30:00Z"
            + " | 2026-10-25T00:00:00Z,2026-10-25T02:00:00Z",
        "0 * * * * in Europe/London overlap last | 2026-10-24T22:30:00Z | 2026-10-25T02:30:00Z"
            + " | 2026-10-24T23:00:00Z,2026-10-25T01:00:00Z,2026-10-25T02:00:00Z",
        "0 * * * * in Europe/London overlap both | 2026-10-24T23:30:00Z | 2026-10-25T02:30:00Z"
            + " | 2026-10-25T00:00:00Z,2026-10-25T01:00:00Z,2026-10-25T02:00:00Z",
        // Lord Howe: half an hour, 02:00 -> 02:30 on 4 October
        "15 2 * * * in Australia/Lord_Howe | 2026-10-03T00:00:00Z | 2026-10-04T00:00:00Z"
            + " | 2026-10-03T15:30:00Z",
        // Cairo: midnight does not exist on 24 April
        "@daily in Africa/Cairo | 2026-04-23T12:00:00Z | 2026-04-24T12:00:00Z"
            + " | 2026-04-23T22:00:00Z",
        // Apia: 30 December 2011 does not exist; its fire is the first moment of the 31st
        "0 12 * * * in Pacific/Apia | 2011-12-29T00:00:00Z | 2012-01-01T00:00:00Z"
            + " | 2011-12-29T22:00:00Z,2011-12-30T10:00:00Z,2011-12-30T22:00:00Z,"
            + "2011-12-31T22:00:00Z",
        "0 12 * * * in Pacific/Apia gap skip | 2011-12-29T00:00:00Z | 2012-01-01T00:00:00Z"
            + " | 2011-12-29T22:00:00Z,2011-12-30T22:00:00Z,2011-12-31T22:00:00Z",
      })
  void a_jump_is_met_by_the_rule(String schedule, Instant from, Instant to, String fires) {
    assertThat(fires(Schedule.parse(schedule), from, to))
        .containsExactlyElementsOf(Stream.of(fires.split(",")).map(Instant::parse).toList());
  }

  @Test
  void with_the_default_rule_an_hour_is_free_of_fires_when_clocks_are_put_back() {
    List<Instant> fires =
        fires(
            Schedule.parse("*/10 * * * * in Europe/London"),
            Instant.parse("2026-10-24T23:59:59Z"),
            Instant.parse("2026-10-25T03:00:00Z"));
    assertThat(fires).hasSize(12);
    assertThat(Duration.between(fires.get(5), fires.get(6))).isEqualTo(Duration.ofMinutes(70));
  }

  @Test
  void the_ends_of_time_are_no_fault() {
    Schedule daily = Schedule.parse("@daily in Pacific/Apia");
    assertThat(daily.nextAfter(Instant.MAX)).isEmpty();
    assertThat(daily.nextAfter(Instant.parse("9999-12-31T23:00:00Z"))).isEmpty();
    assertThat(daily.nextAfter(Instant.MIN)).isPresent();
    assertThat(Schedule.parse("0 0 30 2 * in Europe/London").nextAfter(Instant.EPOCH)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mars/Olympus  | is not an IANA time zone, such as Europe/London",
        "europe/london | is not an IANA time zone: did you mean Europe/London?",
        "+02:00        | is not an IANA time zone, such as Europe/London",
      })
  void an_unknown_zone_is_named(String zone, String reason) {
    assertThatThrownBy(() -> ZoneRule.parseZone(zone))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("zone = " + zone + ": " + reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"@daily gap jump", "@daily overlap twice", "@daily in Nowhere"})
  void an_unknown_rule_is_refused(String text) {
    assertThatThrownBy(() -> Schedule.parse(text)).isInstanceOf(InvalidInputException.class);
  }

  private static List<Instant> fires(Schedule schedule, Instant from, Instant to) {
    List<Instant> fires = new ArrayList<>();
    for (Instant t = schedule.nextAfter(from).orElse(to);
        t.isBefore(to);
        t = schedule.nextAfter(t).orElse(to)) {
      fires.add(t);
    }
    return fires;
  }
}
