package io.millrace.engine.worker;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running program. Its output is read as it comes, and a cancel kills it at once. */
final class RunningProcess {
  private final Execution execution;
  private final Process process;
  private final ProcessTree tree;
  private final OutputFile output;
  private final CompletableFuture<Void> stdout = new CompletableFuture<>();
  private final CompletableFuture<Void> stderr = new CompletableFuture<>();
  private volatile String lastError = "";

  private RunningProcess(
      Execution execution, Process process, boolean ownSession, OutputFile output) {
    this.execution = execution;
    this.process = process;
    this.output = output;
    UUID attempt = execution.assignment().attemptUid();
    this.tree = new ProcessTree(process.toHandle(), ownSession, attempt);
  }

  /**
   * Starts a program. Reads its output on this thread and another, and waits for its end on a
   * third.
   *
   * @param patience how long its children may continue to write after it has ended
   * @param output is read when all its processes have ended
   * @param end completes with the outcome, once all output is logged
   */
  static void run(
      Execution execution,
      ProcessBuilder builder,
      boolean ownSession,
      Executor threads,
      Duration patience,
      OutputFile output,
      CompletableFuture<Outcome> end)
      throws IOException {
    StartedProgram program = StartedProgram.start(builder);
    RunningProcess running = new RunningProcess(execution, program.process(), ownSession, output);
    execution.onCancel(() -> threads.execute(running.tree::kill));
    try {
      end.completeAsync(() -> running.await(patience), threads);
      threads.execute(() -> running.read(program.errors(), Level.ERROR, running.stderr));
      running.read(program.output(), Level.INFO, running.stdout);
    } catch (RuntimeException | Error e) {
      // There was no free thread, and a program that nobody watches must not run.
      running.tree.kill();
      throw e;
    }
  }

  /** Waits for the program and its output, then kills all processes that it left running. */
  private Outcome await(Duration patience) {
    try {
      int exit = process.waitFor();
      boolean complete = hasAllOutput(patience);
      int killed = tree.kill();
      if (killed > 0) {
        note("killed processes that it left running: " + killed);
      }
      if (!complete && !hasAllOutput(patience)) {
        note("stopped reading: another process keeps its output open");
      }
      return output.addTo(ProgramOutcome.of(exit, lastError));
    } catch (InterruptedException e) {
      tree.kill();
      Thread.currentThread().interrupt();
      return Outcome.error("the worker was stopped").because(FailureKind.STOPPED);
    }
  }

  /** Holds the monitor of the stream, so that the JDK cannot close the pipe while it is read. */
  private void read(InputStream pipe, Level level, CompletableFuture<Void> done) {
    synchronized (pipe) {
      try (pipe) {
        LineSplitter.split(pipe, execution.mask(), line -> log(level, line));
        done.complete(null);
      } catch (IOException | RuntimeException e) {
        done.completeExceptionally(e);
        // Nobody reads the output from here on, so the program would wait forever.
        tree.kill();
      }
    }
  }

  private void log(Level level, String line) {
    if (level == Level.ERROR && !line.isBlank()) {
      lastError = line;
    }
    execution.log(level, line);
  }

  /** Nobody reads the notes of a canceled task, and its log may be the reason why it hangs. */
  private void note(String message) {
    if (!execution.isCanceled()) {
      execution.log(Level.ERROR, message);
    }
  }

  private boolean hasAllOutput(Duration patience) throws InterruptedException {
    try {
      CompletableFuture.allOf(stdout, stderr).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }
}
