package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private static final int MAX = LineSplitter.MAX_LENGTH;

  @Test
  void linesEndWithEitherKindOfLineEnd() throws IOException {
    assertThat(split("one\ntwo\r\n\nfour")).containsExactly("one", "two", "", "four");
  }

  @Test
  void noOutputIsNoLine() throws IOException {
    assertThat(split("")).isEmpty();
  }

  @Test
  void aLineOfExactlyTheLengthAllowedIsWhole() throws IOException {
    assertThat(split("x".repeat(MAX) + "\nnext")).containsExactly("x".repeat(MAX), "next");
  }

  @Test
  void aLongerLineIsCutAndSaysSo() throws IOException {
    assertThat(split("x".repeat(MAX + 7) + "\nnext"))
        .containsExactly("x".repeat(MAX) + " … (cut: 7 more characters)", "next");
  }

  @Test
  void aCutNeverHalvesACharacter() throws IOException {
    String line = "x".repeat(MAX - 1) + "😀";

    assertThat(split(line)).containsExactly("x".repeat(MAX - 1) + " … (cut: 2 more characters)");
  }

  @Test
  void charactersOfSeveralBytesSurviveTheBordersOfBuffers() throws IOException {
    String text = "é€😀".repeat(3_000);

    assertThat(split(text)).containsExactly(text);
  }

  @Test
  void whatWasReadBeforeAnErrorIsNotLost() {
    List<String> lines = new ArrayList<>();
    InputStream breaks =
        new ByteArrayInputStream("one\ntw".getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            int n = super.read(into, offset, length);
            if (n < 0) {
              throw new IllegalStateException("pipe broke");
            }
            return n;
          }
        };

    assertThat(catchThrowable(() -> LineSplitter.split(breaks, SecretMask.NOTHING, lines::add)))
        .hasMessage("pipe broke");
    assertThat(lines).containsExactly("one", "tw");
  }

  private static List<String> split(String text) throws IOException {
    List<String> lines = new ArrayList<>();
    LineSplitter.split(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        SecretMask.NOTHING,
        lines::add);
    return lines;
  }
}
