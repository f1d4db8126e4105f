package io.millrace.engine.worker;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running program, and its output streams.
 *
 * @param output the standard output of it and its children
 * @param errors the standard error of it and its children
 */
record StartedProgram(Process process, InputStream output, InputStream errors) {
  private static final Logger LOG = LoggerFactory.getLogger(StartedProgram.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** Uses pipes of the node itself where possible. */
  static StartedProgram start(ProcessBuilder builder) throws IOException {
    try {
      return withOwnPipes(builder);
    } catch (LinkageError fault) {
      if (WARNED.compareAndSet(false, true)) {
        LOG.warn("Output of child processes after the end of their program may be lost", fault);
      }
      return withJdkPipes(builder);
    }
  }

  private static StartedProgram withOwnPipes(ProcessBuilder builder) throws IOException {
    try (OutputPipe output = OutputPipe.open();
        OutputPipe errors = OutputPipe.open()) {
      builder.redirectOutput(output.writer()).redirectError(errors.writer());
      try {
        return new StartedProgram(builder.start(), output.reader(), errors.reader());
      } catch (IOException | RuntimeException | Error fault) {
        output.reader().close();
        errors.reader().close();
        throw fault;
      }
    }
  }

  static StartedProgram withJdkPipes(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    return new StartedProgram(process, process.getInputStream(), process.getErrorStream());
  }
}
