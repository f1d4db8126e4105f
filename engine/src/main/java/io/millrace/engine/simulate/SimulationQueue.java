package io.millrace.engine.simulate;

import io.millrace.engine.simulate.StoredSimulation.SimulationState;
import io.millrace.engine.simulate.StoredSimulation.SimulationStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulations of this node. One runs at a time, on one thread, which rests while others need
 * the processors.
 */
final class SimulationQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SimulationQueue.class);

  /** The running simulation, and the waiting ones. */
  private static final int MOST = 8;

  private static final Duration PROGRESS = Duration.ofSeconds(1);

  private final SimulationStore store;
  private final Clock clock;
  private final Set<UUID> open = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), SimulationQueue::thread);

  SimulationQueue(SimulationStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "simulation");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY); // Linux ignores it: see ProcessorShare
    return thread;
  }

  boolean hasRoom() {
    return open.size() < MOST;
  }

  void add(UUID id, SimulationRun run) {
    open.add(id);
    thread.execute(() -> run(id, run));
  }

  /** Stops a simulation of this node soon. */
  void cancel(UUID id) {
    open.remove(id);
  }

  /** Renews this node's claim on its simulations, and stops deleted ones. */
  void keepAlive() throws SQLException {
    List<UUID> mine = new ArrayList<>(open);
    if (!mine.isEmpty()) {
      mine.removeAll(store.keepAlive(mine, clock.instant()));
      open.removeAll(mine);
    }
  }

  private void run(UUID id, SimulationRun run) {
    if (!open.contains(id)) {
      return;
    }
    try {
      store.progress(id, 0);
      Optional<String> result = run.run(new StoredProgress(id));
      if (result.isPresent()) {
        store.end(id, new SimulationStatus(SimulationState.DONE, 1, "", result.get()));
      }
    } catch (SQLException | RuntimeException fault) {
      if (open.contains(id)) { // otherwise it was stopped, perhaps with its node
        LOG.warn("Simulation {} failed", id, fault);
        fail(id, "The simulation failed; the log of the node has the error");
      }
    } catch (OutOfMemoryError full) {
      LOG.warn("Simulation {} needs more memory than this node has", id, full);
      fail(id, "The simulation needs more memory than the node has");
    } finally {
      open.remove(id);
    }
  }

  private void fail(UUID id, String error) {
    try {
      store.end(id, new SimulationStatus(SimulationState.FAILED, 0, error, ""));
    } catch (SQLException fault) {
      LOG.warn("Could not store the failure of simulation {}", id, fault);
    }
  }

  /**
   * Stores the progress every second, rests now and then, and stops a simulation that was deleted.
   */
  private final class StoredProgress implements SimulationListener {
    private final UUID id;
    private final ProcessorShare.WorkSpell spell = ProcessorShare.ofThisThread().begin();
    private Instant next = Instant.EPOCH;

    StoredProgress(UUID id) {
      this.id = id;
    }

    @Override
    public boolean progress(double part) {
      if (part > 0) {
        spell.pause();
      } else {
        spell.resume(); // it reads: the sooner its transaction ends, the better
      }
      Instant now = clock.instant();
      if (!now.isBefore(next)) {
        next = now.plus(PROGRESS);
        try {
          store.progress(id, part);
        } catch (SQLException fault) {
          LOG.debug("The progress of simulation {} is not stored", id, fault);
        }
        spell.resume(); // an answer of the database was no work
      }
      return open.contains(id) && !Thread.currentThread().isInterrupted();
    }
  }

  @Override
  public void close() {
    open.clear();
    thread.shutdownNow();
  }
}
