package io.millrace.engine.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Splits the output of a program into lines, each as soon as it is complete, in bounded memory. It
 * hides secrets, before anything can cut one in two.
 */
public final class LineSplitter {
  /** Longer lines are cut: nobody reads them, and they would fill the database. */
  static final int MAX_LENGTH = 16 * 1024;

  private final SecretMask mask;
  private final Consumer<String> lines;
  private final StringBuilder line = new StringBuilder();
  private long cutOff;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final CharBuffer decoded = CharBuffer.allocate(8 * 1024);
  private ByteBuffer incomplete = ByteBuffer.allocate(0);

  public LineSplitter(SecretMask mask, Consumer<String> lines) {
    this.mask = mask;
    this.lines = lines;
  }

  /** Reads to the end. Bytes that are not UTF-8 become replacement characters. */
  static void split(InputStream in, SecretMask mask, Consumer<String> lines) throws IOException {
    LineSplitter splitter = new LineSplitter(mask, lines);
    byte[] buffer = new byte[8 * 1024];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        splitter.add(ByteBuffer.wrap(buffer, 0, n));
      }
    } finally {
      splitter.end();
    }
  }

  /** Adds the next bytes. They may end within a line, and within a character. */
  public void add(ByteBuffer bytes) {
    ByteBuffer all =
        ByteBuffer.allocate(incomplete.remaining() + bytes.remaining())
            .put(incomplete)
            .put(bytes)
            .flip();
    decode(all, false);
    incomplete = all;
  }

  private void decode(ByteBuffer bytes, boolean last) {
    CoderResult result;
    do {
      result = decoder.decode(bytes, decoded, last);
      add(decoded.array(), decoded.position());
      decoded.clear();
    } while (result.isOverflow());
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

  /** Ends the last line. */
  public void end() {
    decode(incomplete, true);
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
