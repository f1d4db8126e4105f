package io.millrace.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UserMessagesTest {

  private static UserMessages read(String yaml) {
    FieldErrors errors = new FieldErrors();
    Policy policy =
        PolicyReader.readAttempts(InputNode.yamlRoot(YamlDocument.read(yaml, errors), errors));
    errors.throwIfAny();
    return policy.messages();
  }

  @ParameterizedTest
  @EnumSource
  void aSentenceIsForPeople(FailureKind kind) {
    assertThat(kind.sentence())
        .matches("[A-Z][A-Za-z ,]+\\.")
        .doesNotContainIgnoringCase("http", "worker", "node", "config", "secret", "code");
  }

  @Test
  void noTwoKindsAreToldInTheSameWords() {
    assertThat(Arrays.stream(FailureKind.values()).map(FailureKind::sentence))
        .doesNotHaveDuplicates();
  }

  @Test
  void aFailureHasSomethingForItsUserAndItsTechnicalTextBesideIt() {
    Outcome told =
        UserMessages.NONE.withSentence(
            Outcome.rejected("HTTP 404: {}").because(FailureKind.REFUSED));
    assertThat(told.userMessage()).isEqualTo(FailureKind.REFUSED.sentence());
    assertThat(told.message()).isEqualTo("HTTP 404: {}");
    assertThat(UserMessages.NONE.withSentence(Outcome.timeout("late")).userMessage())
        .isEqualTo(FailureKind.TIMEOUT.sentence());
    assertThat(UserMessages.NONE.withSentence(Outcome.error("broke")).userMessage())
        .isEqualTo(FailureKind.FAILED.sentence());
  }

  @Test
  void whatDidNotFailIsLeftAlone() {
    UserMessages messages = read("user_messages: {default: Sorry}");
    assertThat(messages.withSentence(Outcome.success())).isEqualTo(Outcome.success());
    assertThat(messages.withSentence(Outcome.canceled("by hand")))
        .isEqualTo(Outcome.canceled("by hand"));
  }

  /** The failure itself, the definition's word for the kind, its default, the built-in sentence. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{timeout: Slow, default: Sorry} | Log in, please | TIMEOUT     | Log in, please",
        "{timeout: Slow, default: Sorry} |                | TIMEOUT     | Slow",
        "{timeout: Slow, default: Sorry} | '  '           | TIMEOUT     | Slow",
        "{timeout: Slow, default: Sorry} |                | REFUSED     | Sorry",
        "{timeout: Slow}                 |                | UNAVAILABLE | The provider cannot be"
            + " reached at the moment.",
      })
  void theNearestWordsCount(String messages, String said, FailureKind kind, String told) {
    Outcome outcome =
        Outcome.failure("HTTP 503").withUserMessage(said == null ? "" : said).because(kind);
    assertThat(read("user_messages: " + messages).withSentence(outcome).userMessage())
        .isEqualTo(told);
  }

  @Test
  void aKindOfALaterReleaseIsAnyFailure() {
    Outcome later =
        new Outcome(Outcome.Kind.FAILURE, "no", "", true, null, null, "struck_by_lightning");
    assertThat(later.failureKind()).isEqualTo(FailureKind.FAILED);
  }

  @Test
  void theyAreReadFromTheDefinition() {
    assertThat(read("user_messages: {rate_limited: Busy, default: Sorry}"))
        .isEqualTo(new UserMessages(Map.of(FailureKind.RATE_LIMITED, "Busy"), "Sorry"));
    assertThat(read("{}")).isEqualTo(UserMessages.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{sloth: Slow}   | user_messages.sloth = Slow: is not a known field; known: default,"
            + " disabled, exhausted, failed, gave_up, lost_worker, misconfigured, missing_value,"
            + " no_engine, no_image, out_of_memory, program_failed, rate_limited, refused, stopped,"
            + " timeout, unavailable",
        "{timeout: ''}   | user_messages.timeout = : must be 1 to 500 characters, not all blank",
        "{timeout: '  '} | user_messages.timeout =   : must be 1 to 500 characters, not all blank",
        "{timeout: 3}    | user_messages.timeout = 3: must be text: put it in quotes",
        "{default: }     | user_messages.default: has no value: give one, or leave the field out",
        "Sorry           | user_messages = Sorry: must be a mapping",
      })
  void whatIsWrongIsRefusedByItsName(String yaml, String error) {
    assertThat(refusal("user_messages: " + yaml)).isEqualTo(error);
  }

  @Test
  void whatIsTooLongIsRefused() {
    assertThat(read("user_messages: {default: " + "x".repeat(500) + "}").otherwise()).hasSize(500);
    assertThat(refusal("user_messages: {default: " + "x".repeat(501) + "}"))
        .endsWith("must be 1 to 500 characters, not all blank");
  }

  private static String refusal(String yaml) {
    try {
      read(yaml);
    } catch (InvalidInputException refused) {
      return refused.getMessage();
    }
    throw new AssertionError("not refused");
  }
}
