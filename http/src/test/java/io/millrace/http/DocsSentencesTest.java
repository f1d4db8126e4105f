package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sentences of the docs are short. The aim is 25 words; this test is a little more patient. */
class DocsSentencesTest {
  private static final int MOST_WORDS = 30;
  private static final Set<String> GENERATED = Set.of("api-reference.md", "licences.md");
  private static final Pattern CODE =
      Pattern.compile("(?ms)^```.*?^```$|^ {4}[^\\n]*$|`[^`]*`|\\]\\([^)]*\\)");
  private static final Pattern BLOCK_END =
      Pattern.compile("\\n\\s*\\n|\\n(?=\\s*(?:[-*|#]|\\d+\\.))");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])[*)\"]*\\s+|\\|");

  @Test
  void everySentenceIsShort() {
    List<String> tooLong = new ArrayList<>();
    for (Path page : DocsText.pages()) {
      if (!GENERATED.contains(page.getFileName().toString())) {
        sentences(DocsText.text(page))
            .filter(sentence -> words(sentence) > MOST_WORDS)
            .forEach(sentence -> tooLong.add(page + ": " + sentence));
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void aSentenceEndsWithItsBlockOrCell() {
    String text = "One. Two:\nthree\n\n    code\n\n- four\n| five | six |\n```\ncode\n```\n";
    assertThat(sentences(text)).containsExactly("One.", "Two:", "three", "- four", "five", "six");
  }

  private static Stream<String> sentences(String text) {
    String prose = CODE.matcher(text).replaceAll("");
    return Arrays.stream(BLOCK_END.split(prose))
        .flatMap(block -> Arrays.stream(SENTENCE_END.split(block)))
        .map(sentence -> sentence.replaceAll("\\s+", " ").strip())
        .filter(sentence -> !sentence.isEmpty());
  }

  private static long words(String sentence) {
    return Arrays.stream(sentence.split(" ")).filter(word -> word.matches(".*\\w.*")).count();
  }
}
