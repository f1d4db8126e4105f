package io.millrace.engine.worker;

import io.millrace.engine.platform.SystemCalls;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;

/**
 * A pipe that a program and all its children write to. It belongs to this node, not to the JDK: the
 * JDK closes its own pipes when the program ends, even if children still write.
 */
final class OutputPipe implements Closeable {
  /** The directory where a process finds its own open files by number. */
  private static final File OPEN_FILES =
      new File("/proc/self/fd").isDirectory() ? new File("/proc/self/fd") : new File("/dev/fd");

  private final InputStream reader;
  private final int writer;

  private OutputPipe(InputStream reader, int writer) {
    this.reader = reader;
    this.writer = writer;
  }

  /**
   * @throws LinkageError if the C library cannot be called on this machine
   */
  static OutputPipe open() throws IOException {
    int[] ends = SystemCalls.pipe();
    try {
      return new OutputPipe(new BufferedInputStream(new FileInputStream(file(ends[0]))), ends[1]);
    } catch (IOException fault) {
      SystemCalls.close(ends[1]);
      throw fault;
    } finally {
      SystemCalls.close(ends[0]);
    }
  }

  /** Ends when the writing end is closed here and in every process that has it. */
  InputStream reader() {
    return reader;
  }

  Redirect writer() {
    return Redirect.to(file(writer));
  }

  /** Closes the writing end, once. A started program has its own copy. */
  @Override
  public void close() {
    SystemCalls.close(writer);
  }

  private static File file(int descriptor) {
    return new File(OPEN_FILES, Integer.toString(descriptor));
  }
}
