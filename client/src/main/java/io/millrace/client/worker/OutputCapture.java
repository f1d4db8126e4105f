package io.millrace.client.worker;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/**
 * While a worker runs, what a handler prints goes to the log of its task, also from threads that
 * the handler starts. All other threads print as before.
 */
final class OutputCapture extends OutputStream {
  /** Where a thread's output goes. */
  interface Sink {
    /** Whether it still takes something. Threads may outlive their task. */
    boolean isOpen();

    void write(boolean error, byte[] bytes, int offset, int count);
  }

  private static final InheritableThreadLocal<Sink> SINK = new InheritableThreadLocal<>();
  private static int users;
  private static PrintStream outBefore = System.out;
  private static PrintStream errBefore = System.err;

  private final boolean error;
  private final PrintStream otherwise;

  private OutputCapture(boolean error, PrintStream otherwise) {
    this.error = error;
    this.otherwise = otherwise;
  }

  /** The first worker of this JVM takes the streams over. */
  static synchronized void install() {
    if (users++ == 0) {
      outBefore = System.out;
      errBefore = System.err;
      System.setOut(stream(false, outBefore));
      System.setErr(stream(true, errBefore));
    }
  }

  /** The last one gives them back. */
  static synchronized void uninstall() {
    if (--users == 0) {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  private static PrintStream stream(boolean error, PrintStream before) {
    return new PrintStream(new OutputCapture(error, before), true, Charset.defaultCharset());
  }

  /** Runs something whose output goes there. */
  static <T> T capturing(Sink sink, Supplier<T> work) {
    SINK.set(sink);
    try {
      return work.get();
    } finally {
      SINK.remove();
    }
  }

  @Override
  public void write(int next) {
    write(new byte[] {(byte) next}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    Sink sink = SINK.get();
    if (sink != null && sink.isOpen()) {
      sink.write(error, bytes, offset, count);
    } else {
      otherwise.write(bytes, offset, count);
    }
  }

  @Override
  public void flush() {
    otherwise.flush();
  }
}
