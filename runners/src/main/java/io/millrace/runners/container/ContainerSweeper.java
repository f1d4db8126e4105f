package io.millrace.runners.container;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import io.millrace.engine.worker.EndedAttempts;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes containers whose attempt is over. A node that was killed leaves some, and its next start
 * removes them before it runs others.
 */
final class ContainerSweeper {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerSweeper.class);

  private final ContainerEngine engine;
  private final ContainerMark mark;
  private final Set<UUID> held;
  private final InstantSource clock;
  private Set<UUID> endedBefore = Set.of();
  private final AtomicReference<@Nullable CompletableFuture<Void>> underWay =
      new AtomicReference<>();
  private volatile boolean swept;
  private volatile boolean away;

  /**
   * @param held the attempts that this node runs now
   */
  ContainerSweeper(
      ContainerEngine engine, ContainerMark mark, Set<UUID> held, InstantSource clock) {
    this.engine = engine;
    this.mark = mark;
    this.held = held;
    this.clock = clock;
  }

  /**
   * Returns when those of the earlier starts of this node are gone.
   *
   * @throws RuntimeException if the engine is away
   */
  void sweepOnce() {
    if (!swept) {
      sweep();
    }
  }

  /** Many runs may wait for the first sweep. If the engine hangs, all of them fail with it. */
  private void sweep() {
    CompletableFuture<Void> own = new CompletableFuture<>();
    CompletableFuture<Void> other = underWay.compareAndExchange(null, own);
    if (other != null) {
      other.join();
      return;
    }
    try {
      removeOrphans();
      own.complete(null);
    } catch (RuntimeException fault) {
      own.completeExceptionally(fault);
      throw fault;
    } finally {
      underWay.set(null);
    }
  }

  private void removeOrphans() {
    for (Container container : engine.list()) {
      Map<String, String> labels = container.getLabels();
      if (labels != null && mark.isOrphan(labels, held, clock.instant())) {
        removeOrphan(container.getId(), labels);
      }
    }
    swept = true;
    away = false;
  }

  /** One that the engine cannot remove now must not keep others from running. */
  private void removeOrphan(String id, Map<String, String> labels) {
    String task = String.valueOf(labels.get(ContainerMark.TASK));
    try {
      engine.destroy(id);
      LOG.info("Removed the container of the ended attempt {}", task);
    } catch (DockerException refused) {
      LOG.warn(
          "Could not remove the container {} of the ended attempt {}: {}",
          id,
          task,
          EngineFault.brief(refused),
          refused);
    }
  }

  /**
   * Removes the containers of other nodes whose attempt has ended, if it had ended a sweep ago:
   * until then its own node may be ending it.
   *
   * @param threads where the engine may be waited for
   */
  void sweepEnded(EndedAttempts attempts, Executor threads) {
    Map<UUID, Container> others = new HashMap<>();
    for (Container container : engine.list()) {
      mark.attemptOf(container.getLabels())
          .filter(uid -> !held.contains(uid))
          .ifPresent(uid -> others.put(uid, container));
    }
    if (!others.isEmpty()) {
      attempts
          .among(others.keySet())
          .thenAcceptAsync(ended -> remove(others, ended), threads)
          .exceptionally(
              fault -> {
                LOG.warn("The containers of ended attempts cannot be removed now", fault);
                return null;
              });
    }
  }

  private synchronized void remove(Map<UUID, Container> containers, Set<UUID> ended) {
    Set<UUID> before = endedBefore;
    endedBefore = Set.copyOf(ended);
    ended.stream()
        .filter(before::contains)
        .map(containers::get)
        .forEach(container -> removeOrphan(container.getId(), container.getLabels()));
  }

  /** Says once in the log that the engine is away. */
  void sweepQuietly() {
    try {
      sweep();
    } catch (RuntimeException fault) {
      if (!away) {
        away = true;
        LOG.warn(
            "The container engine at {} cannot be reached: {}",
            engine.address(),
            EngineFault.brief(fault),
            fault);
      }
    }
  }
}
