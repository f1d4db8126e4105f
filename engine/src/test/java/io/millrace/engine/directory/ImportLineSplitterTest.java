package io.millrace.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ImportLineSplitterTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(ImportLineSplitter.ImportLine line) {
    return line.number()
        + ":"
        + (line.bytes() == null ? "too long" : new String(line.bytes(), StandardCharsets.UTF_8));
  }

  private static List<String> split(String text, int... cuts) {
    ImportLineSplitter lines = new ImportLineSplitter();
    List<ImportLineSplitter.ImportLine> all = new ArrayList<>();
    byte[] bytes = bytes(text);
    int from = 0;
    for (int cut : cuts) {
      all.addAll(lines.add(Arrays.copyOfRange(bytes, from, cut)));
      from = cut;
    }
    all.addAll(lines.add(Arrays.copyOfRange(bytes, from, bytes.length)));
    all.addAll(lines.rest());
    return all.stream().map(ImportLineSplitterTest::shown).toList();
  }

  @Test
  void everyLineHasItsNumberWhetherOrNotTheLastOneIsEnded() {
    assertThat(split("a\n\nb\r\nc")).containsExactly("1:a", "2:", "3:b\r", "4:c");
    assertThat(split("a\nb\n")).containsExactly("1:a", "2:b");
    assertThat(split("")).isEmpty();
    assertThat(split("\n")).containsExactly("1:");
  }

  @Test
  void howTheBytesArriveMakesNoDifference() {
    String text = "é\n" + "x".repeat(ImportLineSplitter.LONGEST + 1) + "\n\nlast 😀";
    List<String> whole = split(text);
    assertThat(whole).containsExactly("1:é", "2:too long", "3:", "4:last 😀");
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      int[] cuts = random.ints(20, 0, bytes(text).length).sorted().toArray();
      assertThat(split(text, cuts)).isEqualTo(whole);
    }
  }

  @Test
  void theLongestLineIsTakenAndOneByteMoreIsNot() {
    assertThat(split("x".repeat(ImportLineSplitter.LONGEST) + "\n"))
        .containsExactly("1:" + "x".repeat(ImportLineSplitter.LONGEST));
    assertThat(split("x".repeat(ImportLineSplitter.LONGEST + 1))).containsExactly("1:too long");
  }
}
