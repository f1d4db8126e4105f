package io.millrace.engine.database;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restarts a server that ended by itself, until it ends too often. */
final class ServerRestarter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerRestarter.class);

  /** The server to watch. */
  interface RestartableServer {
    Optional<ProcessHandle> running() throws IOException;

    /** Returns when the server answers. */
    void startAgain() throws IOException;
  }

  private final RestartableServer server;
  private final CompletableFuture<Void> givenUp = new CompletableFuture<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread created = new Thread(work, "postgres-watch");
            created.setDaemon(true);
            return created;
          });

  private RestartPolicy restarts;
  private long startedAt;
  private volatile boolean closed;

  private ServerRestarter(RestartableServer server, RestartPolicy restarts) {
    this.server = server;
    this.restarts = restarts;
  }

  /**
   * @param server a running server
   */
  static ServerRestarter start(RestartableServer server, RestartPolicy restarts) {
    ServerRestarter restarter = new ServerRestarter(server, restarts);
    restarter.thread.execute(restarter::await);
    return restarter;
  }

  /** Completes when the restarter gives up. */
  CompletableFuture<Void> givenUp() {
    return givenUp;
  }

  private void await() {
    startedAt = System.nanoTime();
    Optional<ProcessHandle> process = running();
    if (process.isPresent()) {
      process.get().onExit().thenRun(() -> run(this::ended, Duration.ZERO));
    } else {
      ended();
    }
  }

  private Optional<ProcessHandle> running() {
    try {
      return server.running();
    } catch (IOException unknown) {
      LOG.warn("Cannot tell whether PostgreSQL is running", unknown);
      return Optional.empty();
    }
  }

  private void ended() {
    if (closed) {
      return;
    }
    if (running().isPresent()) {
      await(); // it was already started again
      return;
    }
    LOG.warn("PostgreSQL has ended unexpectedly; starting it again");
    endedAfter(Duration.ofNanos(System.nanoTime() - startedAt));
  }

  private void endedAfter(Duration ran) {
    restarts = restarts.afterEnd(ran);
    if (restarts.isGivenUp()) {
      LOG.error("PostgreSQL has ended {} times in a row; not starting it again", restarts.inARow());
      givenUp.complete(null);
    } else {
      run(this::startAgain, restarts.pause());
    }
  }

  private void startAgain() {
    try {
      server.startAgain();
      if (!closed) {
        LOG.info("PostgreSQL is back");
        await();
      }
    } catch (IOException | RuntimeException fault) {
      if (!closed) {
        LOG.warn("PostgreSQL did not start, try {}", restarts.inARow(), fault);
        endedAfter(Duration.ZERO);
      }
    }
  }

  private synchronized void run(Runnable work, Duration pause) {
    if (!closed) {
      thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Stops restarting. A start in progress continues. */
  @Override
  public synchronized void close() {
    closed = true;
    thread.shutdown();
  }
}
