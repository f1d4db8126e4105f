package io.millrace.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Escapes control characters that JSON allows in texts but terminals obey: U+007F to U+009F. All
 * others are escaped already. In JSON these occur in texts only.
 */
final class ControlEscaper extends FilterWriter {
  ControlEscaper(Writer out) {
    super(out);
  }

  @Override
  public void write(int c) throws IOException {
    if (c >= 0x7f && c <= 0x9f) {
      out.write("\\u00%02x".formatted(c));
    } else {
      out.write(c);
    }
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    for (int i = from; i < from + length; i++) {
      write(text[i]);
    }
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    write(text.toCharArray(), from, length);
  }
}
