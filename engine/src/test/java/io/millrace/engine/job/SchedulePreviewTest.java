package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.SchedulePreview.PreviewedFire;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulePreviewTest {
  private static final Instant NOW = Instant.parse("2026-03-28T12:00:00.5Z");

  /**
   * @param fields such as {@code cron=@daily;n=3}
   */
  private static SchedulePreview preview(String fields, int n) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (String field : fields.split(";")) {
      json.put(field.replaceFirst("=.*", ""), field.replaceFirst("[^=]*=", ""));
    }
    return SchedulePreview.of(json, n, NOW);
  }

  private static PreviewedFire fire(String logical, String due) {
    return new PreviewedFire(Instant.parse(logical), Instant.parse(due));
  }

  @Test
  void aCronLineShowsWhatComesAfterNow() {
    SchedulePreview preview = preview("cron=0 30 1 * * ?;zone=Europe/London;offset=-5m", 3);
    assertThat(preview.zone()).isEqualTo(ZoneId.of("Europe/London"));
    assertThat(preview.fires())
        .containsExactly(
            fire("2026-03-29T01:00:00Z", "2026-03-29T00:55:00Z"), // 01:30 did not exist that day
            fire("2026-03-30T00:30:00Z", "2026-03-30T00:25:00Z"),
            fire("2026-03-31T00:30:00Z", "2026-03-31T00:25:00Z"));
  }

  @Test
  void aStartIsTheFirstFireAndAnEndIsNotTheLast() {
    assertThat(
            preview("period=10m;offset=1m;start=2022-01-01T00:00:00Z;end=2022-01-01T00:30:00Z", 10)
                .fires())
        .containsExactly(
            fire("2022-01-01T00:00:00Z", "2022-01-01T00:01:00Z"),
            fire("2022-01-01T00:10:00Z", "2022-01-01T00:11:00Z"),
            fire("2022-01-01T00:20:00Z", "2022-01-01T00:21:00Z"));
    assertThat(preview("cron=@daily;start=2022-01-01T06:00:00Z", 2).fires())
        .extracting(PreviewedFire::logicalTime)
        .containsExactly(
            Instant.parse("2022-01-01T06:00:00Z"), Instant.parse("2022-01-02T00:00:00Z"));
  }

  @Test
  void aPeriodWithoutAStartBeginsNow() {
    SchedulePreview preview = preview("period=1h;zone=Asia/Tokyo", 2);
    assertThat(preview.zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    assertThat(preview.fires())
        .extracting(PreviewedFire::logicalTime)
        .containsExactly(
            Instant.parse("2026-03-28T12:00:00Z"), Instant.parse("2026-03-28T13:00:00Z"));
  }

  @Test
  void whatIsOverIsNotThere() {
    assertThat(preview("cron=0 0 0 1 1 ? 2020", 5).fires()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zone=Europe/London            | cron",
        "cron=0 0 30 2 *               | cron",
        "cron=* * *                    | cron",
        "cron=@daily;period=1h         | cron",
        "cron=@daily;zone=Mars         | zone",
        "period=1h;zone=Mars           | zone",
        "period=1h;gap=skip            | gap",
        "period=10ms                   | period",
        "cron=@daily;start=x           | start",
        "cron=@daily;offset=x          | offset",
        "cron=@daily;end=2020-01-01T00:00:00Z | end"
      })
  void whatIsWrongIsNamed(String fields, String field) {
    assertThatThrownBy(() -> preview(fields, 1))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused ->
                assertThat(refused.errors()).extracting(FieldError::field).containsExactly(field));
  }
}
