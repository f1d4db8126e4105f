package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Placeholders;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * {@code {process: [program, argument, …]}}: runs a program, without a shell. Its output streams
 * are the task's log, exit code 0 is success, and a file holds the task's output. No process that
 * it started outlives it.
 */
public final class ProcessRunner implements Runner {
  /** Every user of a machine can read the arguments of its programs. */
  private static final String USE_ENVIRONMENT =
      "is not allowed in arguments, which every user of the machine can read: the program gets"
          + " config as MILLRACE_CONFIG_<NAME>, and the names listed under secrets as"
          + " MILLRACE_SECRET_<NAME>";

  private final ProgramSettings settings;
  private final Duration patience;
  private final Executor threads = Executors.newCachedThreadPool(ProcessRunner::daemon);

  ProcessRunner(ProgramSettings settings) {
    this(settings, Duration.ofSeconds(5));
  }

  /**
   * @param patience how long children of a program may continue to write after it has ended
   */
  ProcessRunner(ProgramSettings settings, Duration patience) {
    this.settings = settings;
    this.patience = patience;
  }

  @Override
  public String kind() {
    return "process";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    List<FieldError> errors = KnownFields.check(config, field, "argv");
    if (!(config.get("argv") instanceof List<?> argv) || argv.isEmpty()) {
      String reason = "must be a list of strings: the program, then its arguments";
      errors.add(new FieldError(field, config.get("argv"), reason));
      return errors;
    }
    for (int i = 0; i < argv.size(); i++) {
      String path = field + "[" + i + "]";
      if (!(argv.get(i) instanceof String text)) {
        errors.add(new FieldError(path, argv.get(i), "must be a string: put it in quotes"));
      } else if (text.indexOf('\0') >= 0) {
        errors.add(new FieldError(path, null, "must not contain the character NUL"));
      } else if (i == 0 && text.isBlank()) {
        errors.add(new FieldError(path, text, "must name a program"));
      } else {
        Placeholders.first(text)
            .ifPresent(found -> errors.add(new FieldError(path, found, USE_ENVIRONMENT)));
      }
    }
    return errors;
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
    List<String> argv = new ArrayList<>();
    ((List<?>) execution.config().get("argv")).forEach(word -> argv.add((String) word));
    if (ProgramFinder.find(argv.get(0), settings.environment()).isEmpty()) {
      String message = "there is no such program, or it is not executable: " + argv.get(0);
      end.complete(Outcome.rejected(message).because(FailureKind.MISCONFIGURED));
      return;
    }
    if (execution.isCanceled()) {
      end.complete(Outcome.canceled("canceled before it started"));
      return;
    }
    ProcessMark mark = ProcessMark.of(execution.assignment().attemptUid());
    boolean ownSession = isInstalled("setsid");
    List<String> command = new ArrayList<>();
    if (ownSession) {
      // A Ctrl-C at the node's terminal does not reach the programs that it drains.
      command.add("setsid");
    }
    if (isInstalled("prlimit") && ProcessMark.isPossible()) {
      command.addAll(mark.command());
    }
    settings.user().ifPresent(user -> command.addAll(user.command()));
    command.addAll(argv);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().clear();
    builder.environment().putAll(settings.environment());
    builder
        .environment()
        .putAll(ProcessEnvironment.of(execution.assignment(), output.create(settings.user())));
    RunningProcess.run(execution, builder, ownSession, threads, patience, output, end);
  }

  private boolean isInstalled(String wrapper) {
    return ProgramFinder.find(wrapper, settings.environment()).isPresent();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "process-runner");
    thread.setDaemon(true);
    return thread;
  }
}
