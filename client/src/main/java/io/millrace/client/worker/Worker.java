package io.millrace.client.worker;

import io.millrace.client.MillraceClient;
import io.millrace.client.error.ProblemException;
import io.millrace.client.transport.RetrySettings;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A remote worker: {@code Worker.at(url, token).queue("banks", task -> …).slots(16).start()}.
 *
 * <p>It claims tasks, sends heartbeats, and interrupts handlers whose task is canceled. It sends
 * their logs and outcomes. While the server is away it waits, longer each time. docs/clients.md
 * says what happens to handlers that do not behave.
 */
public final class Worker implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration RELEASE_INTERVAL = Duration.ofMillis(500);
  private static final String CUT_OFF = "The worker stopped before the task had ended";

  private final WorkerSettings settings;
  private final AttemptTable table;
  private final WorkerPause pause = new WorkerPause();
  private final AttemptReporter reporter;
  private final ClaimLoop claims;
  private final Thread claimThread;
  private final Thread exitHook = new Thread(this::close, "millrace-worker-exit");
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable ProblemException refusal;
  private final AtomicBoolean closing = new AtomicBoolean();

  private Worker(MillraceClient client, WorkerSettings settings) {
    MillraceClient once = client.withRetries(RetrySettings.NONE);
    this.settings = settings;
    this.table = new AttemptTable(settings.slots());
    this.reporter = new AttemptReporter(once.reports(), table, settings.backoff(), pause);
    TaskStarter starter = new TaskStarter(settings, table, reporter, Thread::new);
    this.claims = new ClaimLoop(settings, once.workers(), table, starter, this::endBecause);
    this.claimThread = new Thread(claims, "millrace-worker-claims");
    HeartbeatLoop heartbeats =
        new HeartbeatLoop(
            settings.id(), timeout -> once.withTimeout(timeout).workers(), table, pause);
    startDaemon("millrace-worker-heartbeats", heartbeats);
    startDaemon("millrace-worker-reports", new ReportLoop(table, reporter, pause));
    claimThread.start();
  }

  /**
   * @param url the address of a node, or of a balancer before several
   * @param token an access token with the role worker
   */
  public static WorkerBuilder at(String url, String token) {
    return new WorkerBuilder(MillraceClient.at(url, token));
  }

  static Worker start(MillraceClient client, WorkerSettings settings) {
    if (settings.captureOutput()) {
      OutputCapture.install();
    }
    Worker worker = new Worker(client, settings);
    if (settings.closeOnExit()) {
      Runtime.getRuntime().addShutdownHook(worker.exitHook);
    }
    return worker;
  }

  private static void startDaemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void endBecause(ProblemException problem) {
    LOG.log(Level.ERROR, "The server refuses the worker {0}: {1}", settings.id(), problem);
    refusal = problem;
    new Thread(this::close, "millrace-worker-refused").start();
  }

  public String id() {
    return settings.id();
  }

  /** How many tasks it runs now. */
  public int running() {
    return table.own().size();
  }

  /** How many handlers still run although their task is over. Each keeps its slot. */
  public int stuck() {
    return (int) table.all().stream().filter(WorkerAttempt::isStuck).count();
  }

  /**
   * Waits until it was closed.
   *
   * @throws ProblemException if the server refused it, because of its token, queue or pool
   */
  public void awaitEnd() throws InterruptedException {
    ended.await();
    ProblemException found = refusal;
    if (found != null) {
      throw found;
    }
  }

  /**
   * Claims no more tasks, waits for the running ones, and ends. Tasks that have not ended after the
   * drain timeout are interrupted and reported as failures, so that their retries follow at once.
   */
  @Override
  public void close() {
    if (closing.getAndSet(true)) {
      awaitOtherClose();
      return;
    }
    try {
      drain();
    } catch (InterruptedException stop) {
      cutOff();
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  private void awaitOtherClose() {
    try {
      ended.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() throws InterruptedException {
    table.drain();
    long end = System.nanoTime() + settings.drainTimeout().toNanos();
    while (claimThread.isAlive() && System.nanoTime() < end) {
      claimThread.join(RELEASE_INTERVAL.toMillis() / 10);
      if (claimThread.isAlive()) {
        claims.release();
        claimThread.join(RELEASE_INTERVAL.toMillis());
      }
    }
    claimThread.interrupt();
    if (!table.awaitNoneOwn(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
      cutOff();
    }
  }

  private void cutOff() {
    List<WorkerAttempt> left = table.own();
    left.forEach(
        attempt -> {
          reporter.cutOff(attempt, HandlerOutcome.failure(attempt.uid(), CUT_OFF));
          table.stop(attempt);
        });
  }

  private void end() {
    pause.end();
    if (settings.captureOutput()) {
      OutputCapture.uninstall();
    }
    if (settings.closeOnExit() && Thread.currentThread() != exitHook) {
      try {
        Runtime.getRuntime().removeShutdownHook(exitHook);
      } catch (IllegalStateException exiting) {
        LOG.log(Level.DEBUG, "The JVM exits already", exiting);
      }
    }
    ended.countDown();
  }
}
