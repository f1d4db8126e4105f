package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * {@code {process: [program, argument, …]}} or {@code {process: {command: […], …}}}: runs a
 * program, without a shell. Its output streams are the task's log, exit code 0 is success, and a
 * file holds the task's output. No process that it started outlives it.
 */
public final class ProcessRunner implements Runner {
  private final ProgramSettings settings;
  private final ProgramLedger ledger;
  private final Duration patience;
  private final Executor threads = Executors.newCachedThreadPool(ProcessRunner::daemon);

  /**
   * @param ledger where the next start of the node finds the programs that this one left running
   */
  ProcessRunner(ProgramSettings settings, ProgramLedger ledger) {
    this(settings, ledger, Duration.ofSeconds(5));
  }

  /**
   * @param patience how long children of a program may continue to write after it has ended
   */
  ProcessRunner(ProgramSettings settings, ProgramLedger ledger, Duration patience) {
    this.settings = settings;
    this.ledger = ledger;
    this.patience = patience;
  }

  @Override
  public String kind() {
    return "process";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return ProcessConfig.check(config, field, settings);
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    OutputFile output = new OutputFile();
    threads.execute(
        () -> {
          try {
            run(execution, output, end);
          } catch (IOException | RuntimeException | Error e) {
            end.completeExceptionally(e);
          }
        });
    return end.whenComplete((outcome, e) -> output.delete()).thenApply(Optional::of);
  }

  private void run(Execution execution, OutputFile output, CompletableFuture<Outcome> end)
      throws IOException {
    ProcessConfig config = ProcessConfig.of(execution.config());
    Optional<String> obstacle = config.user().flatMap(settings::refusal);
    if (obstacle.isPresent()) {
      end.complete(misconfigured("the user " + config.user().get() + " " + obstacle.get()));
      return;
    }
    ProgramSettings program = settings.as(config.user());
    Map<String, String> environment = new HashMap<>(program.environment());
    environment.putAll(config.variables(execution.values()));
    ProgramFinder programs = new ProgramFinder(environment, config.workdir());
    if (config.workdir().isPresent() && !Files.isDirectory(config.workdir().get())) {
      end.complete(misconfigured("there is no such directory: " + config.workdir().get()));
      return;
    }
    if (programs.find(config.argv().get(0)).isEmpty()) {
      String name = config.argv().get(0);
      end.complete(misconfigured("there is no such program, or it is not executable: " + name));
      return;
    }
    if (execution.isCanceled()) {
      end.complete(Outcome.canceled("canceled before it started"));
      return;
    }
    UUID attempt = execution.assignment().attemptUid();
    ProgramCommand command = new ProgramCommand(settings.environment(), program.user());
    environment.putAll(
        ProcessEnvironment.of(execution.assignment(), output.create(program.user())));
    ProcessBuilder builder = command.builder(config, attempt);
    builder.environment().clear();
    builder.environment().putAll(environment);
    ledger.begin(attempt);
    end.whenComplete((outcome, fault) -> ledger.end(attempt));
    RunningProcess.run(execution, builder, command.hasOwnSession(), threads, patience, output, end);
  }

  private static Outcome misconfigured(String message) {
    return Outcome.rejected(message).because(FailureKind.MISCONFIGURED);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "process-runner");
    thread.setDaemon(true);
    return thread;
  }
}
