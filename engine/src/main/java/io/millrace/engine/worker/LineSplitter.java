package io.millrace.engine.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Splits the output of a program into lines, each as soon as it is complete, in bounded memory. It
 * hides secrets, before anything can cut one in two.
 */
final class LineSplitter {
  /** Longer lines are cut: nobody reads them, and they would fill the database. */
  static final int MAX_LENGTH = 16 * 1024;

  private final SecretMask mask;
  private final Consumer<String> lines;
  private final StringBuilder line = new StringBuilder();
  private long cutOff;

  private LineSplitter(SecretMask mask, Consumer<String> lines) {
    this.mask = mask;
    this.lines = lines;
  }

  /** Reads to the end. Bytes that are not UTF-8 become replacement characters. */
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
    int accepted = Math.min(end - start, MAX_LENGTH - line.length());
    line.append(buffer, start, accepted);
    cutOff += end - start - accepted;
  }

  private void end() {
    if (line.length() > 0) {
      emit();
    }
  }

  private void emit() {
    int last = line.length() - 1;
    String end = "";
    if (cutOff > 0) {
      // Half a surrogate pair is not a character, so it is cut as well.
      if (Character.isHighSurrogate(line.charAt(last))) {
        line.setLength(last);
        cutOff++;
      }
      end = " … (cut: " + cutOff + " more characters)";
    } else if (last >= 0 && line.charAt(last) == '\r') {
      line.setLength(last);
    }
    String text = line.toString();
    String shown = (cutOff > 0 ? mask.hideCut(text) : mask.hide(text)) + end;
    line.setLength(0);
    cutOff = 0;
    lines.accept(shown);
  }
}
