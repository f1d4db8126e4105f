package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.NameRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTest {

  @ParameterizedTest
  @CsvSource({
    "trigger/daily,                '',      '',         TRIGGER, daily,      0s",
    "step/extract,                 '',      '',         STEP,    extract,    0s",
    "task/extract,                 '',      '',         STEP,    extract,    0s",
    "step/extract@1h,              '',      '',         STEP,    extract,    1h",
    "step/extract@-30m,            '',      '',         STEP,    extract,    -30m",
    "Step/extract@1 hour 30 minutes, '', '',        STEP,    extract,    1h30m",
    "TRIGGER/daily@1.5h,           '',      '',         TRIGGER, daily,      1h30m",
    "step/extract@PT1H30M,         '',      '',         STEP,    extract,    1h30m",
    "daily load/step/a-b_c,        '',      daily load, STEP,    a-b_c,      0s",
    "reports/daily/trigger/t@1d,   reports, daily,      TRIGGER, t,          1d",
    "step/step/step,               '',      step,       STEP,    step,       0s",
    "trigger/step/trigger/step,    trigger, step,       TRIGGER, step,       0s"
  })
  void aReferenceNamesAKindAndANameAndMaybeAJobAProjectAndAnOffset(
      String text, String project, String job, Reference.Kind kind, String name, String offset) {
    Reference reference = Reference.parse(text);
    assertThat(reference)
        .isEqualTo(new Reference(project, job, kind, name, Durations.parse(offset), text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "extract",
        "step/",
        "/extract",
        "steps/extract",
        "a/b/c",
        "a/b/c/d/e",
        "a/b/x/step/extract",
        "//step/extract",
        "step/ extract",
        "step/extract ",
        "step/ex.tract",
        "step/extract@",
        "step/extract@soon",
        "step/extract@1h@1h",
        "step/extract@200000d",
        "step/extract@PT0.0000001S",
        "step/%s"
      })
  void whatIsNoReferenceIsRefusedAndQuoted(String text) {
    String given = text.formatted("n".repeat(101));
    assertThatThrownBy(() -> Reference.parse(given))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused -> {
              assertThat(refused.errors()).hasSize(1);
              assertThat(refused.errors().get(0).value()).isEqualTo(given);
              assertThat(refused.errors().get(0).reason()).isNotBlank();
            });
  }

  @Test
  void whatItLeavesOutIsAsInTheJobThatRefers() {
    JobName own = new JobName("reports", "daily");
    assertThat(Reference.parse("step/a").target(own)).isEqualTo(own);
    assertThat(Reference.parse("other/step/a").target(own))
        .isEqualTo(new JobName("reports", "other"));
    assertThat(Reference.parse("far/other/step/a").target(own))
        .isEqualTo(new JobName("far", "other"));
  }

  @ParameterizedTest
  @CsvSource({
    "a, true",
    "A b-c_9, true",
    "-, true",
    "'', false",
    "' ', false",
    "' a', false",
    "'a ', false",
    "a.b, false",
    "a/b, false",
    "a@b, false",
    "ä, false"
  })
  void aNameIsOfLettersDigitsSpacesHyphensAndUnderscores(String text, boolean good) {
    assertThat(NameRule.isName(text)).isEqualTo(good);
  }

  @Test
  void aNameHasAtMost100Characters() {
    assertThat(NameRule.isName("n".repeat(100))).isTrue();
    assertThat(NameRule.isName("n".repeat(101))).isFalse();
  }
}
