package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.Outcome.Kind;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskOutputTest {
  private static Outcome checked(String output) {
    return TaskOutput.checked(Outcome.success(output));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{ \"rows\" : 42, \"of\": [ 1, 2 ] } | {\"rows\":42,\"of\":[1,2]}",
        "42 | 42",
        "\"text\" | \"text\"",
        "true | true",
        "[] | []",
        "{\"a\": null} | {\"a\":null}",
        "{\"b\": 1, \"a\": 2} | {\"b\":1,\"a\":2}",
        "\"\\u0000 é\" | \"\\u0000 é\""
      })
  void anyJsonIsKeptCompactly(String given, String kept) {
    assertThat(checked(given)).isEqualTo(Outcome.success(kept));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.10", "12345678901234567890.12345678901234567890", "1E+400", "0.0"})
  void numbersStayAsTheyAre(String number) {
    assertThat(checked(number).output()).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", " ", ""})
  void nothingIsNoOutput(String nothing) {
    assertThat(checked(nothing)).isEqualTo(Outcome.success());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "rows: 42", "{} {}", "NaN", "'a'", "{\"a\": 1, \"a\": 2}", "[1,]", "\"\t\""})
  void whatIsNotJsonFailsTheAttempt(String text) {
    Outcome outcome = checked(text);
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).startsWith("Its output is not JSON");
    assertThat(outcome.output()).isNull();
  }

  @Test
  void theErrorSaysWhereAndDoesNotRepeatWhatStandsThere() {
    assertThat(checked("{\"a\": 1,\n hunter2}").message())
        .startsWith("Its output is not JSON: there is a syntax error at line 2, column")
        .doesNotContain("hunter2");
  }

  @Test
  void halfACharacterIsRefused() {
    assertThat(checked("\"\\ud83d\"").message()).contains("half a character");
    assertThat(checked("\"\\ud83d\\ude00\"").output()).isEqualTo("\"😀\"");
  }

  @Test
  void theLongestOutputIsKeptAndOneCharacterMoreIsNot() {
    String longest = "\"" + "x".repeat(Outcome.LONGEST_OUTPUT - 2) + "\"";
    assertThat(checked("   " + longest).output()).isEqualTo(longest);
    Outcome outcome = checked(longest.replaceFirst("x", "xx"));
    assertThat(outcome.kind()).isEqualTo(Kind.FAILURE);
    assertThat(outcome.message())
        .isEqualTo("Its output has 16385 characters: at most 16384 are kept");
  }

  @Test
  void whatIsNestedTooDeeplyIsRefusedAndNothingBreaks() {
    assertThat(checked("[".repeat(8_000) + "]".repeat(8_000)).message()).contains("not JSON");
  }

  @Test
  void aFailureKeepsItsReasonWhateverItsOutputIs() {
    Outcome failure =
        new Outcome(Kind.FAILURE, "exit code 1", "Later", false, Duration.ofSeconds(5))
            .withOutput("{");
    Outcome checked = TaskOutput.checked(failure);
    assertThat(checked.message()).startsWith("exit code 1; Its output is not JSON");
    assertThat(checked.retryable()).isFalse();
    assertThat(checked.userMessage()).isEqualTo("Later");
    assertThat(checked.retryAfter()).isEqualTo(Duration.ofSeconds(5));
    assertThat(TaskOutput.checked(failure.withOutput(" 7")).output()).isEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"output\": {\"a\": 1.10}} | {\"a\":1.10}",
        "{\"x\": {\"output\": 1}, \"output\": [2], \"y\": 3} | [2]",
        "{\"output\": null} | null"
      })
  void theOutputOfAnAnswerIsItsFieldOfThatName(String answer, String output) {
    assertThat(TaskOutput.findIn(answer)).contains(output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "found 42 rows", "{}", "{\"rows\": 1}", "[{\"output\": 1}]", "{oops"})
  void anAnswerWithoutSuchAFieldHasNoOutput(String answer) {
    assertThat(TaskOutput.findIn(answer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"output\": {\"a\": ", "{\"output\": oops}", "{\"output\": 12"})
  void anOutputThatIsBrokenOffIsAnError(String answer) {
    assertThatThrownBy(() -> TaskOutput.findIn(answer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("is not JSON");
  }

  @Test
  void everyTextInItCanBeChanged() {
    String output = "{\"a\":[\"b\",{\"c\":\"d\"}],\"n\":12,\"t\":true,\"z\":null}";
    assertThat(
            TaskOutput.withTexts(output, text -> text.toUpperCase(Locale.ROOT).replace("12", "*")))
        .isEqualTo("{\"A\":[\"B\",{\"C\":\"D\"}],\"N\":\"*\",\"T\":\"TRUE\",\"Z\":\"NULL\"}");
  }
}
