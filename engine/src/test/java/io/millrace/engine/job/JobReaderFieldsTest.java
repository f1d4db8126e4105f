package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobReaderFieldsTest extends JobReaderTestBase {

  private static List<FieldError> errorsOfTrigger(String fields) {
    return errors(JobKit.yaml("j", "a:").replaceFirst("\\{name: t,.*\\}]", "{" + fields + "}]"));
  }

  private static List<FieldError> errorsOfStep(String fields) {
    return errors(JobKit.yaml("j") + "  - {" + fields + "}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "depends: [step/a, step/b, step/c, step/d, step/e]                  | 5",
        "depends_failure: [step/a, step/b]                                  | 1",
        "depends: [step/a, step/b], depends_failure: [step/c]               | 2",
        "depends: [step/a, step/b], depends_failure: [step/c], threshold: 3 | 3",
        "depends: [step/a, step/b], threshold: 1                            | 1",
        "depends: []                                                        | 1",
        "priority: low                                                      | 1"
      })
  void theThresholdIsExplicitOrTheNumberOfDependsAndAtLeastOne(String fields, int threshold) {
    assertThat(step(fields).threshold()).isEqualTo(threshold);
  }

  @ParameterizedTest
  @CsvSource({"0, BACKFILL", "1, LOW", "2, NORMAL", "3, HIGH", "High, HIGH", "backfill, BACKFILL"})
  void aPriorityIsAWordOrItsNumber(String text, JobPriority priority) {
    assertThat(step("priority: " + text).priority()).isEqualTo(priority);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "-1", "1.5", "300", "'3'", "urgent"})
  void anotherPriorityIsRefused(String text) {
    assertThat(errorsOfStep("name: s, priority: " + text))
        .extracting(FieldError::field)
        .containsExactly("steps[0].priority");
  }

  /** A stored job that has one stays in force with all its other triggers. */
  @Test
  void aCronLineThatNeverFiresIsRefusedInNewDocumentsOnly() {
    String never = "name: t, start: 2026-01-01T00:00:00Z, cron: '0 0 0 30 2 ?'";
    assertThat(errorsOfTrigger(never))
        .extracting(FieldError::toString)
        .containsExactly("triggers[0].cron = 0 0 0 30 2 ?: never fires: no date matches it");
    String yaml = JobKit.yaml("j", "a:").replaceFirst("\\{name: t,.*\\}]", "{" + never + "}]");
    assertThat(JobKit.stored(JobKit.draft(yaml)).triggers()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 0 29 2 ? 2023", "0 0 31 4 *", "0 0 0 L-30 2 ?"})
  void noDateMatches(String cron) {
    assertThat(errorsOfTrigger("name: t, start: 2026-01-01T00:00:00Z, cron: '" + cron + "'"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 0 29 2 ?", "0 0 0 1 1 ? 2099", "0 0 0 1 1 ? 1970", "0 0 31 2,3 *"})
  void aRareDateIsFine(String cron) {
    assertThat(errorsOfTrigger("name: t, start: 2026-01-01T00:00:00Z, cron: '" + cron + "'"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3", "1.5", "'1'"})
  void aThresholdThatCannotBeReachedIsRefused(String threshold) {
    assertThat(errorsOfStep("name: s, depends: [step/a, step/b], threshold: " + threshold))
        .extracting(FieldError::field)
        .containsExactly("steps[0].threshold");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout: 5s",
        "retry: {attempts: 2}",
        "user_messages: {default: Sorry}",
        "system: X",
        "pool: default",
        "secrets: [a]"
      })
  void whatOnlyARunNeedsIsRefusedWithoutOne(String field) {
    assertThat(errorsOfStep("name: s, " + field))
        .extracting(FieldError::reason)
        .containsExactly("needs a run: a step without a run succeeds at once");
    assertThat(errorsOfStep("name: s, run: {noop: {}}, " + field)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: t, start: 2026-01-01T00:00:00Z                                            |"
            + " triggers[0].cron",
        "name: t, period: 1m                                                             |"
            + " triggers[0].start",
        "name: t, start: 2026-01-01T00:00:00, period: 1m                                 |"
            + " triggers[0].start",
        "name: t, start: 12026-01-01T00:00:00Z, period: 1m                               |"
            + " triggers[0].start",
        "name: t, start: 2026-01-01T00:00:00Z, period: 999ms                             |"
            + " triggers[0].period",
        "name: t, start: 2026-01-01T00:00:00Z, period: -1m                               |"
            + " triggers[0].period",
        "name: t, start: 2026-01-01T00:00:00Z, period: PT1.0000001S                      |"
            + " triggers[0].period",
        "name: t, start: 2026-01-01T00:00:00Z, period: 1m, gap: skip                     |"
            + " triggers[0].gap",
        "name: t, start: 2026-01-01T00:00:00Z, end: 2025-01-01T00:00:00Z, cron: '@daily' |"
            + " triggers[0].end",
        "name: t, start: 2026-01-01T00:00:00Z, cron: '@daily', overlap: never            |"
            + " triggers[0].overlap",
        "name: t, start: 2026-01-01T00:00:00Z, cron: '@daily', offset: 1ns               |"
            + " triggers[0].offset",
        "name: t, start: 2026-01-01T00:00:00Z, period:                                   |"
            + " triggers[0].period"
      })
  void aTriggerSaysWhenItFiresAndInWhichWay(String fields, String field) {
    assertThat(errorsOfTrigger(fields)).extracting(FieldError::field).contains(field);
  }

  @Test
  void timesMayHaveAnOffsetAndBeQuoted() {
    String yaml = JobKit.yaml("j", "a:");
    String start = "start: 2026-01-01T00:00:00Z";
    assertThat(JobKit.job(yaml.replace(start, "start: \"2026-01-01T01:00:00+01:00\"")).triggers())
        .isEqualTo(JobKit.job(yaml).triggers());
  }

  @ParameterizedTest
  @CsvSource({
    "0A6F3C1E-9D3B-4A63-8F27-1B8A4C2D5E6F, true",
    "1-1-1-1-1, false",
    "0a6f3c1e9d3b4a638f271b8a4c2d5e6f, false",
    "x, false"
  })
  void anIdIsAUuid(String id, boolean good) {
    String yaml = JobKit.yaml("j", "a:").replace(JobKit.id("j").toString(), "\"" + id + "\"");
    assertThat(errors(yaml).isEmpty()).isEqualTo(good);
  }
}
