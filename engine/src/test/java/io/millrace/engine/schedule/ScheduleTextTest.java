package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 6,16 * * ?              | 0 0 6,16 * * ?",
        "0  0 6 ? *  mon             | 0 0 6 ? * MON",
        "@Daily                      | @daily",
        "@daily in UTC               | @daily",
        "@daily in Europe/London     | @daily in Europe/London",
        "30 2 * * * in Europe/London gap skip overlap both"
            + " | 30 2 * * * in Europe/London gap skip overlap both",
        "30 2 * * * in Europe/London gap shift overlap first | 30 2 * * * in Europe/London",
        "30 2 * * * overlap last     | 30 2 * * * overlap last",
        "every 120m                  | every 2h from 1970-01-01T00:00:00Z",
        "every 2h from 2026-01-01T01:00:00+01:00 | every 2h from 2026-01-01T00:00:00Z",
      })
  void a_schedule_has_one_spelling_that_reads_back_as_itself(String given, String text) {
    Schedule schedule = Schedule.parse(given);
    assertThat(schedule.text()).isEqualTo(text);
    assertThat(Schedule.parse(text)).isEqualTo(schedule).hasSameHashCodeAs(schedule);
  }
}
