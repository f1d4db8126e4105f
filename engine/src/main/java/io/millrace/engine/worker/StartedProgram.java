package io.millrace.engine.worker;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that runs, and what it and its children write.
 *
 * @param output its standard output
 * @param errors its standard error
 */
record StartedProgram(Process process, InputStream output, InputStream errors) {
  private static final Logger LOG = LoggerFactory.getLogger(StartedProgram.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** With pipes of this node's own wherever it can open some. */
  static StartedProgram start(ProcessBuilder builder) throws IOException {
    try {
      return withOwnPipes(builder);
    } catch (LinkageError fault) {
      if (WARNED.compareAndSet(false, true)) {
        LOG.warn("What children write after their program has ended may be lost: {}", "" + fault);
      }
      return withPipesOfTheJdk(builder);
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

  static StartedProgram withPipesOfTheJdk(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    return new StartedProgram(process, process.getInputStream(), process.getErrorStream());
  }
}
