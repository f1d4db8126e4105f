package io.millrace.cli.files;

import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** Draws on one line how far something is. */
final class ProgressBar implements LongConsumer {
  private static final int WIDTH = 30;
  private static final long MEGABYTE = 1_000_000;

  private final PrintWriter err;
  private final long total;
  private String shown = "";

  /**
   * @param total -1 if it is not known
   */
  ProgressBar(PrintWriter err, long total) {
    this.err = err;
    this.total = total;
  }

  @Override
  public void accept(long done) {
    String text = text(done, total);
    if (!text.equals(shown)) {
      err.print("\r" + text);
      err.flush();
      shown = text;
    }
  }

  static String text(long done, long total) {
    String size = "%.1f MB".formatted((double) done / MEGABYTE);
    if (total <= 0) {
      return size;
    }
    int percent = (int) Math.min(100, done * 100 / total);
    int filled = percent * WIDTH / 100;
    return "[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + percent + "% " + size;
  }

  void end() {
    err.print("\r" + " ".repeat(shown.length()) + "\r");
    err.flush();
  }
}
