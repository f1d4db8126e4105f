package io.millrace.runners.container;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.EndedAttempts;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.Runner;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code {container: {image: …}}}: runs a container of a Docker or Podman engine. Its output
 * streams are the task's log, exit code 0 is success, and a file holds the task's output, as for
 * programs. No container outlives its attempt.
 */
public final class ContainerRunner implements Runner {
  private final ContainerSettings settings;
  private final ContainerMark mark;
  private final Optional<ContainerEngine> engine;
  private final Optional<ContainerSweeper> sweeper;
  private final Set<UUID> held = ConcurrentHashMap.newKeySet();
  private final Phaser running = new Phaser(1);
  private final ExecutorService threads = Executors.newCachedThreadPool(ContainerRunner::daemon);
  private final ScheduledExecutorService sweeps =
      Executors.newSingleThreadScheduledExecutor(ContainerRunner::daemon);

  /**
   * @param address of the engine; empty if there is none
   */
  ContainerRunner(
      ContainerSettings settings,
      Optional<String> address,
      ContainerMark mark,
      InstantSource clock) {
    this.settings = settings;
    this.mark = mark;
    this.engine = address.map(found -> new ContainerEngine(found, settings));
    this.sweeper = engine.map(found -> new ContainerSweeper(found, mark, held, clock));
    Duration pause = settings.sweepEvery();
    sweeper.ifPresent(
        found ->
            sweeps.scheduleWithFixedDelay(
                found::sweepQuietly, 0, pause.toMillis(), TimeUnit.MILLISECONDS));
  }

  @Override
  public String kind() {
    return "container";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return ContainerConfig.check(config, field, settings);
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    return CompletableFuture.supplyAsync(() -> Optional.of(runHeld(execution)), threads);
  }

  private Outcome runHeld(Execution execution) {
    UUID attempt = execution.assignment().attemptUid();
    held.add(attempt);
    running.register();
    try {
      return runBlocking(execution);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Outcome.error("the worker was stopped").because(FailureKind.STOPPED);
    } finally {
      held.remove(attempt);
      running.arriveAndDeregister();
    }
  }

  private Outcome runBlocking(Execution execution) throws InterruptedException {
    List<FieldError> errors = check(execution.config(), "container");
    if (!errors.isEmpty()) {
      // Another node accepted the definition, or this one allows less than it did.
      return Outcome.rejected(errors.get(0).toString()).because(FailureKind.MISCONFIGURED);
    }
    if (engine.isEmpty()) {
      return EngineFault.noEngine();
    }
    try {
      sweeper.get().sweepOnce();
    } catch (RuntimeException fault) {
      return EngineFault.away(engine.get().address(), fault);
    }
    Assignment assignment = execution.assignment();
    ContainerRequest request =
        new ContainerRequest(
            ContainerConfig.of(execution.config()),
            settings,
            assignment,
            mark.name(assignment),
            mark.labels(assignment));
    ContainerRun run = new ContainerRun(engine.get(), request, execution);
    execution.onCancel(() -> threads.execute(() -> stop(run, execution)));
    return run.run();
  }

  private static void stop(ContainerRun run, Execution execution) {
    try {
      run.stop();
    } catch (RuntimeException fault) {
      execution.log(Level.ERROR, "The container cannot be stopped: " + EngineFault.brief(fault));
    }
  }

  @Override
  public void sweep(EndedAttempts ended) {
    sweeper.ifPresent(
        found ->
            threads.execute(
                () -> {
                  try {
                    found.sweepEnded(ended, threads);
                  } catch (RuntimeException away) {
                    // The other sweep says it.
                  }
                }));
  }

  /** Waits until the containers of canceled attempts are gone, for as long as they may take. */
  @Override
  public void close() {
    sweeps.shutdownNow();
    try {
      int phase = running.arrive();
      running.awaitAdvanceInterruptibly(
          phase, settings.grace().plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException late) {
      // The next start of this node removes what is left.
    }
    threads.shutdownNow();
    engine.ifPresent(ContainerRunner::close);
  }

  private static void close(ContainerEngine engine) {
    try {
      engine.close();
    } catch (IOException harmless) {
      // Its connections end with the process.
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "container-runner");
    thread.setDaemon(true);
    return thread;
  }
}
