package io.millrace.client.worker;

import io.millrace.client.api.WorkersApi;
import io.millrace.client.error.ConflictException;
import io.millrace.client.error.MillraceException;
import io.millrace.client.error.ProblemException;
import io.millrace.client.model.WorkerModel.ClaimedTask;
import io.millrace.client.model.WorkerModel.ClaimedTasks;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Claims tasks while there are free slots, until the worker drains or is refused. */
final class ClaimLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(ClaimLoop.class.getName());
  private static final int MOST_TASKS = 100;

  private final WorkerSettings settings;
  private final WorkersApi workers;
  private final AttemptTable table;
  private final Predicate<ClaimedTask> starter;
  private final Consumer<ProblemException> refusal;
  private int failures;

  /**
   * @param starter runs a task; false if it cannot do so now
   * @param refusal is told why the server does not want this worker
   */
  ClaimLoop(
      WorkerSettings settings,
      WorkersApi workers,
      AttemptTable table,
      Predicate<ClaimedTask> starter,
      Consumer<ProblemException> refusal) {
    this.settings = settings;
    this.workers = workers;
    this.table = table;
    this.starter = starter;
    this.refusal = refusal;
  }

  @Override
  public void run() {
    try {
      for (int free = table.awaitFreeSlots(); free > 0; free = table.awaitFreeSlots()) {
        claimOnce(Math.min(free, MOST_TASKS));
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt(); // it drained for too long
    }
  }

  private void claimOnce(int max) throws InterruptedException {
    try {
      if (claim(settings.claimWait(), max)) {
        failures = 0;
      } else {
        backOff(null);
      }
    } catch (ConflictException replaced) {
      if (!table.isDraining()) {
        LOG.log(
            Level.WARNING,
            "Another claim of worker {0} took the place of this one: two processes must not have"
                + " the same id",
            settings.id());
        backOff(replaced.retryAfter());
      }
    } catch (ProblemException problem) {
      if (!AttemptReporter.isBusy(problem)) {
        table.drain();
        refusal.accept(problem);
        return;
      }
      backOff(problem.retryAfter());
    } catch (MillraceException away) {
      backOff(null);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Whether all tasks that it got could be started. */
  private boolean claim(Duration wait, int max) {
    ClaimedTasks claimed =
        workers.claimTasks(settings.id(), wait, max, settings.handlers().keySet(), settings.pool());
    return claimed.tasks().stream().filter(starter.negate()).count() == 0;
  }

  /**
   * Ends the open claim by one that does not wait. To hang up instead would fail a task that is
   * being granted at this moment.
   */
  void release() {
    try {
      claim(Duration.ZERO, 1);
    } catch (MillraceException away) {
      LOG.log(Level.DEBUG, "The last claim was not answered", away);
    }
  }

  private void backOff(@Nullable Duration retryAfter) throws InterruptedException {
    failures++;
    double chance = ThreadLocalRandom.current().nextDouble();
    table.awaitDrain(settings.backoff().delay(failures, chance, retryAfter));
  }
}
