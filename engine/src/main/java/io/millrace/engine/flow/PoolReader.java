package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the config and the open tasks of a pool, and tells the pool's actor what it found. It knows
 * whether all waiting tasks are known, and when they are read again.
 */
final class PoolReader {

  record WaitingTasksRead(List<WaitingTask> waiting, boolean more) implements FlowCommand {}

  record DeadlinesRead(Set<UUID> asked, Map<UUID, Instant> deadlines) implements FlowCommand {}

  record ConfigRead(@Nullable PoolChange change, @Nullable ActorRef<PoolState> replyTo)
      implements FlowCommand {}

  record ReadFailed(String what, Throwable fault) implements FlowCommand {}

  private final ActorContext<FlowCommand> actor;
  private final PoolContext context;
  private final int pageSize;
  private final Set<UUID> changedSinceRead = new HashSet<>();
  private Instant readAgainAt = Instant.MAX;

  /** Not all waiting tasks are read. The first one may be missing, so nothing is granted yet. */
  private boolean starting = true;

  PoolReader(ActorContext<FlowCommand> actor, PoolContext context) {
    this.actor = actor;
    this.context = context;
    this.pageSize = context.settings().pageSize();
  }

  boolean isStarting() {
    return starting;
  }

  /** A step could not be stored: tasks that it granted wait again. */
  void startAgain() {
    actor
        .getLog()
        .warn("Pool {}: a step could not be stored; its tasks are read again", context.pool());
    starting = true;
  }

  boolean isDue(Instant now) {
    return now.isAfter(readAgainAt);
  }

  /** An attempt was granted or released: a read that is under way may not show that. */
  void markChanged(UUID attemptUid) {
    changedSinceRead.add(attemptUid);
  }

  /**
   * @param replyTo gets the state when the config is in force; absent if nobody asked
   */
  void readConfig(@Nullable ActorRef<PoolState> replyTo) {
    read("its config", context.config().get(), found -> new ConfigRead(found, replyTo));
  }

  /**
   * Reads the waiting tasks from the history: all at the start, later only the oldest page.
   *
   * @param held the attempts that have a channel
   */
  void readOpenTasks(Set<UUID> held) {
    changedSinceRead.clear();
    read(
        "which tasks have ended",
        context.openTasks().deadlines(held),
        deadlines -> new DeadlinesRead(held, deadlines));
    readPage(null);
  }

  private void readPage(@Nullable UUID after) {
    readAgainAt = Instant.MAX;
    read(
        "the waiting tasks",
        context.openTasks().waiting(after, pageSize),
        found -> new WaitingTasksRead(found, starting && found.size() == pageSize));
  }

  private <T> void read(String what, CompletionStage<T> reading, Function<T, FlowCommand> then) {
    actor.pipeToSelf(
        reading, (found, fault) -> fault == null ? then.apply(found) : new ReadFailed(what, fault));
  }

  /** Skips tasks that changed during the read: their row may be older than the state here. */
  List<WaitingTask> unchanged(WaitingTasksRead found) {
    return found.waiting().stream()
        .filter(task -> !changedSinceRead.contains(task.attemptUid()))
        .toList();
  }

  /** Reads what follows; after the last page all waiting tasks are known. */
  void readNextPage(WaitingTasksRead found, Instant now) {
    if (found.more()) {
      readPage(found.waiting().get(found.waiting().size() - 1).attemptUid());
    } else {
      starting = false;
      readAgainAt = now.plus(context.settings().lookAgainAfter());
    }
  }

  void failed(ReadFailed notRead, Instant now) {
    // No stack trace: while the database is away, this repeats every second.
    actor
        .getLog()
        .warn("Could not read {}, will retry: {}", notRead.what(), notRead.fault().toString());
    starting = true;
    readAgainAt = now;
  }
}
