package io.millrace.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
  @Test
  void noControlCharacterIsLeft() {
    for (char c = 0; c < 0xffff; c++) {
      String safe = SafeText.line("a" + c + "b");
      assertThat(safe).hasSize(3);
      assertThat(Character.isISOControl(safe.charAt(1))).as("U+%04X", (int) c).isFalse();
    }
    assertThat(SafeText.line("\u001b[31mred\u009b2J\u202e")).isEqualTo("�[31mred�2J�");
  }

  @Test
  void lettersOfAllKindsStay() {
    String text = "Zürich 東京 🏦 a\u0301";
    assertThat(SafeText.line(text)).isSameAs(text);
  }

  @Test
  void linesKeepTheirEndsAndTabsOnlyIfAsked() {
    assertThat(SafeText.lines("a\tb\nc\r")).isEqualTo("a\tb\nc ");
    assertThat(SafeText.line("a\tb\nc")).isEqualTo("a b c");
  }
}
