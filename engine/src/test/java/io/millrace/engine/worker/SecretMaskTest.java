package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
  private static final SecretMask MASK =
      SecretMask.of(List.of("hunter2", "hunter2-and-more", "abc"));

  @Test
  void everySecretIsHiddenWhereverItStands() {
    assertThat(MASK.hide("hunter2: got hunter2hunter2!")).isEqualTo("***: got ******!");
    assertThat(MASK.hide("nothing to hide")).isEqualTo("nothing to hide");
  }

  @Test
  void theLongerOneIsHiddenAsAWhole() {
    assertThat(MASK.hide("it is hunter2-and-more")).isEqualTo("it is ***");
  }

  @Test
  void whatIsShorterThanFourCharactersIsInTooManyWords() {
    assertThat(MASK.hide("abc abcd")).isEqualTo("abc abcd");
    assertThat(SecretMask.of(List.of("abcd")).hide("abc abcd")).isEqualTo("abc ***");
  }

  @Test
  void eachLineOfALongSecretIsHidden() {
    SecretMask mask = SecretMask.of(List.of("-----BEGIN-----\n  MIIEvQ\nend\n"));
    assertThat(mask.hide("-----BEGIN-----")).isEqualTo("***");
    assertThat(mask.hide("key: MIIEvQ.")).isEqualTo("key: ***.");
    assertThat(mask.hide("the end")).isEqualTo("the end");
  }

  @Test
  void theWayItIsWrittenInJsonAndInUrlsIsHidden() {
    SecretMask mask = SecretMask.of(List.of("a \"b\"&c"));
    assertThat(mask.hide("{\"p\":\"a \\\"b\\\"&c\"}")).isEqualTo("{\"p\":\"***\"}");
    assertThat(mask.hide("/?p=a+%22b%22%26c and a%20%22b%22%26c")).isEqualTo("/?p=*** and ***");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u", "us", "usr", "user:", "a longer one:"})
  void theWayItIsWrittenInBase64IsHiddenWhereverItStandsInALongerText(String before) {
    String secret = "hunter2?>~\u00ff\u00fe-and-more";
    SecretMask mask = SecretMask.of(List.of(secret));
    for (String after : List.of("", "!", "!!", " and so on")) {
      byte[] all = (before + secret + after).getBytes(StandardCharsets.UTF_8);
      for (Base64.Encoder encoder :
          List.of(
              Base64.getEncoder(),
              Base64.getEncoder().withoutPadding(),
              Base64.getUrlEncoder(),
              Base64.getUrlEncoder().withoutPadding())) {
        String shown = mask.hide("Basic " + encoder.encodeToString(all));
        assertThat(shown).contains("***");
        byte[] middle = "hunter2".getBytes(StandardCharsets.UTF_8);
        assertThat(shown.length())
            .as("little is left of %s", shown)
            .isLessThan("Basic ***".length() + 4 * (before.length() + after.length()) / 3 + 9);
        assertThat(shown).doesNotContain(encoder.encodeToString(middle).substring(0, 8));
      }
    }
  }

  @Test
  void ofASecretAloneInBase64NothingIsLeft() {
    assertThat(SecretMask.of(List.of("hunter2")).hide("[aHVudGVyMg==] [aHVudGVyMg]"))
        .isEqualTo("[***] [***]");
  }

  @Test
  void theBeginningOfOneAtACutIsHidden() {
    assertThat(MASK.hideCut("so it is hunt")).isEqualTo("so it is ***");
    assertThat(MASK.hideCut("so it is hunter2-an")).isEqualTo("so it is ***");
    assertThat(MASK.hideCut("so it is hunter2")).isEqualTo("so it is ***");
    assertThat(MASK.hideCut("so it is")).isEqualTo("so it is");
  }

  @Test
  void aLineThatIsCutInASecretShowsNothingOfIt() throws IOException {
    String line = "x".repeat(LineSplitter.MAX_LENGTH - 3) + "hunter2 and so on";
    List<String> lines = new ArrayList<>();
    LineSplitter.split(
        new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), MASK, lines::add);
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).contains("xxx*** … (cut: 14 more").doesNotContain("hun");
  }

  @Test
  void anOutcomeShowsNothing() {
    Outcome outcome =
        new Outcome(
            Outcome.Kind.FAILURE,
            "401 for hunter2",
            "Not with hunter2",
            true,
            null,
            "{\"hunter2\":[\"hunter2\",12345]}",
            FailureKind.REFUSED.text());
    SecretMask mask = SecretMask.of(List.of("hunter2", "2345"));
    assertThat(mask.hide(outcome))
        .isEqualTo(
            new Outcome(
                Outcome.Kind.FAILURE,
                "401 for ***",
                "Not with ***",
                true,
                null,
                "{\"***\":[\"***\",\"1***\"]}",
                FailureKind.REFUSED.text()));
    assertThat(SecretMask.NOTHING.hide(outcome)).isSameAs(outcome);
  }

  @Test
  void anAssignmentDoesNotShowItsSecretsByMistake() {
    TaskValues values = new TaskValues(Map.of(), Map.of("c", "v"), Map.of("token", "hunter2"));
    TestExecution test = TestExecution.process("true").given(values);
    assertThat(test.execution.assignment().toString()).contains("token").doesNotContain("hunter2");
  }
}
