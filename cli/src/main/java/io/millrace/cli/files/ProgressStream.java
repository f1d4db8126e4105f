package io.millrace.cli.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Says how much of a stream was read. */
final class ProgressStream extends FilterInputStream {
  private final LongConsumer read;
  private long bytes;

  ProgressStream(InputStream in, LongConsumer read) {
    super(in);
    this.read = read;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] buffer, int from, int length) throws IOException {
    int number = super.read(buffer, from, length);
    count(Math.max(number, 0));
    return number;
  }

  private void count(int number) {
    bytes += number;
    read.accept(bytes);
  }
}
