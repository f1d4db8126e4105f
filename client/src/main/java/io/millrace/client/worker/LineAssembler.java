package io.millrace.client.worker;

import java.nio.charset.Charset;
import java.util.function.Consumer;

/** Bytes in, lines out. What a line has beyond its limit is thrown away, so it stays small. */
final class LineAssembler {
  private static final int LONGEST = 4 * LogBuffer.LONGEST_LINE;

  private final Charset charset;
  private final Consumer<String> lines;
  private final byte[] line = new byte[LONGEST];
  private int length;
  private boolean afterReturn;

  LineAssembler(Charset charset, Consumer<String> lines) {
    this.charset = charset;
    this.lines = lines;
  }

  synchronized void write(byte[] bytes, int offset, int count) {
    int from = offset;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        append(bytes, from, i);
        from = i + 1;
        endLine(bytes[i]);
      }
    }
    append(bytes, from, end);
  }

  private void append(byte[] bytes, int from, int end) {
    if (end > from) {
      int room = Math.min(end - from, LONGEST - length);
      System.arraycopy(bytes, from, line, length, room);
      length += room;
      afterReturn = false;
    }
  }

  /** A newline after a return is the same end once more. */
  private void endLine(byte sign) {
    if (sign == '\n' && afterReturn) {
      afterReturn = false;
    } else {
      end();
      afterReturn = sign == '\r';
    }
  }

  /** A line without its end. */
  synchronized void flush() {
    if (length > 0) {
      end();
    }
  }

  private void end() {
    lines.accept(new String(line, 0, length, charset));
    length = 0;
  }
}
