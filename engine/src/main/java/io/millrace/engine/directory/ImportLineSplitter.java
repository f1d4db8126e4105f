package io.millrace.engine.directory;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits bytes into lines, in bounded memory. */
final class ImportLineSplitter {
  /** The maximum length. The content of a longer line is dropped. */
  static final int LONGEST = 64 * 1024;

  /**
   * @param number from 1
   * @param bytes without the line break; absent if the line was too long
   */
  record ImportLine(long number, byte @Nullable [] bytes) {}

  private final ByteArrayOutputStream current = new ByteArrayOutputStream();
  private boolean tooLong;
  private long number;

  /** Adds bytes and returns the lines that end in them. */
  List<ImportLine> add(byte[] bytes) {
    List<ImportLine> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        append(bytes, start, i);
        lines.add(end());
        start = i + 1;
      }
    }
    append(bytes, start, bytes.length);
    return lines;
  }

  /** Returns the last line, if it has no line break. */
  List<ImportLine> rest() {
    return current.size() > 0 || tooLong ? List.of(end()) : List.of();
  }

  private void append(byte[] bytes, int start, int end) {
    if (tooLong || current.size() + (end - start) > LONGEST) {
      tooLong = true;
      current.reset();
    } else {
      current.write(bytes, start, end - start);
    }
  }

  private ImportLine end() {
    ImportLine line = new ImportLine(++number, tooLong ? null : current.toByteArray());
    current.reset();
    tooLong = false;
    return line;
  }
}
