package io.millrace.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  @Test
  void itFillsWithWhatWasRead() {
    assertThat(ProgressBar.text(0, 2_000_000)).isEqualTo("[" + " ".repeat(30) + "] 0% 0.0 MB");
    assertThat(ProgressBar.text(1_000_000, 2_000_000))
        .isEqualTo("[" + "#".repeat(15) + " ".repeat(15) + "] 50% 1.0 MB");
    assertThat(ProgressBar.text(9_000_000, 2_000_000)).contains("100%");
    assertThat(ProgressBar.text(1_500_000, -1)).isEqualTo("1.5 MB");
    assertThat(ProgressBar.text(0, 0)).isEqualTo("0.0 MB");
  }

  @Test
  void itIsDrawnOnOneLineAndWipedAtTheEnd() {
    StringWriter text = new StringWriter();
    ProgressBar bar = new ProgressBar(new PrintWriter(text), 100);
    bar.accept(50);
    bar.accept(50);
    bar.end();
    assertThat(text.toString()).doesNotContain("\n").endsWith("\r").containsOnlyOnce("50%");
  }

  @Test
  void everyByteIsCounted() throws Exception {
    List<Long> seen = new ArrayList<>();
    try (ProgressStream in =
        new ProgressStream(new ByteArrayInputStream(new byte[10]), seen::add)) {
      in.read();
      in.read(new byte[4], 0, 4);
      in.readAllBytes();
    }
    assertThat(seen.get(seen.size() - 1)).isEqualTo(10);
  }
}
