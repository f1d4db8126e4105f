package io.millrace.engine.directory;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Cuts bytes into lines, in bounded memory whatever comes. */
final class ImportLineSplitter {
  /** A longer line is not kept. */
  static final int LONGEST = 64 * 1024;

  /**
   * @param number from 1
   * @param bytes without the line's end; null if it was too long
   */
  record ImportLine(long number, byte[] bytes) {}

  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private boolean tooLong;
  private long number;

  /** The lines that end in these bytes. */
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

  /** The last line, if no line end followed it. */
  List<ImportLine> rest() {
    return begun.size() > 0 || tooLong ? List.of(end()) : List.of();
  }

  private void append(byte[] bytes, int start, int end) {
    if (tooLong || begun.size() + (end - start) > LONGEST) {
      tooLong = true;
      begun.reset();
    } else {
      begun.write(bytes, start, end - start);
    }
  }

  private ImportLine end() {
    ImportLine line = new ImportLine(++number, tooLong ? null : begun.toByteArray());
    begun.reset();
    tooLong = false;
    return line;
  }
}
