package io.millrace.engine.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts a program's output into lines, each as soon as it is complete, in bounded memory whatever
 * the program writes. Secrets are hidden here, before anything cuts one in two.
 */
final class LineSplitter {
  /** Longer lines are cut here: nobody reads them, and a log of them would fill the database. */
  static final int MAX_LENGTH = 16 * 1024;

  private final SecretMask mask;
  private final Consumer<String> lines;
  private final StringBuilder line = new StringBuilder();
  private long left;

  private LineSplitter(SecretMask mask, Consumer<String> lines) {
    this.mask = mask;
    this.lines = lines;
  }

  /** Reads to the end; bytes that are not UTF-8 become replacement characters. */
  static void split(InputStream in, SecretMask mask, Consumer<String> lines) throws IOException {
    LineSplitter splitter = new LineSplitter(mask, lines);
    Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
    char[] buffer = new char[8 * 1024];
    try {
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        splitter.add(buffer, n);
      }
    } finally {
      splitter.end();
    }
  }

  private void add(char[] buffer, int length) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (buffer[i] == '\n') {
        append(buffer, start, i);
        emit();
        start = i + 1;
      }
    }
    append(buffer, start, length);
  }

  private void append(char[] buffer, int start, int end) {
    int taken = Math.min(end - start, MAX_LENGTH - line.length());
    line.append(buffer, start, taken);
    left += end - start - taken;
  }

  private void end() {
    if (line.length() > 0) {
      emit();
    }
  }

  private void emit() {
    int last = line.length() - 1;
    String end = "";
    if (left > 0) {
      // Half a surrogate pair is no character: it goes with the part that is cut.
      if (Character.isHighSurrogate(line.charAt(last))) {
        line.setLength(last);
        left++;
      }
      end = " … (cut: " + left + " more characters)";
    } else if (last >= 0 && line.charAt(last) == '\r') {
      line.setLength(last);
    }
    String text = line.toString();
    String shown = (left > 0 ? mask.hideCut(text) : mask.hide(text)) + end;
    line.setLength(0);
    left = 0;
    lines.accept(shown);
  }
}
