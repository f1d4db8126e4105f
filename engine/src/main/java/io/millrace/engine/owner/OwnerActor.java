package io.millrace.engine.owner;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.millrace.engine.clock.Backoff;
import io.millrace.engine.store.OwnerRevision;
import io.millrace.engine.store.OwnerStates;
import io.millrace.engine.store.OwnerStates.StoredOwner;
import io.millrace.engine.task.HistoryWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor whose state is one row. It loads the row when it starts, and takes one command after
 * another: it decides, stores the new state with the rows that its events add, then acts and
 * replies. Commands that come meanwhile wait.
 *
 * <p>If a write fails, another actor may have written for the same owner. So this one forgets its
 * state, loads it again after a pause, and decides on the command again. A command that fails too
 * often is dropped without an answer.
 *
 * @param <C> its commands
 * @param <E> what changes its state
 */
public abstract class OwnerActor<C, E extends HistoryWriter.HistoryEvent, S>
    extends AbstractOnMessageBehavior<Object> {
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofMillis(200), Duration.ofSeconds(10)).withJitter(0.2);

  /** Callers bound their own requests. This limit only catches bugs. */
  private static final int MAX_WAITING = 10_000;

  /** Enough for a database that restarts. A command that can never be stored must not block. */
  private static final int MAX_REPEATS = 3;

  private record Loaded(StoredOwner stored) {}

  private record Written(OwnerRevision revision) {}

  private record Failed(Throwable fault) {}

  private enum Reload {
    INSTANCE
  }

  private final ActorContext<Object> actor;
  private final OwnerStates states;
  private final String kind;
  private final String owner;
  private final C stop;
  private final Deque<C> waiting = new ArrayDeque<>();

  /** Absent until it is loaded. */
  private @Nullable S state;

  private @Nullable OwnerRevision revision;

  /** What follows the write in progress; absent if there is none. */
  private @Nullable OwnerEffect<E, S> pending;

  /** The command of the write in progress; absent if there is none. */
  private @Nullable C storing;

  /** How often the first waiting command, or the one of the write, was put back. */
  private int repeats;

  /** The state that is being written. */
  private @Nullable S next;

  private int failures;

  /**
   * @param kind the prefix of the persistence ids that earlier releases used
   * @param stop the command that stops it
   */
  protected OwnerActor(ActorContext<Object> actor, String kind, String owner, C stop) {
    super(actor);
    this.actor = actor;
    this.states = OwnerStates.get(actor.getSystem());
    this.kind = kind;
    this.owner = owner;
    this.stop = stop;
    load();
  }

  protected abstract S emptyState();

  protected abstract S apply(S state, E event);

  /** The state was loaded: at the start, or again after a fault. */
  protected abstract void onLoaded(S state);

  protected abstract OwnerEffect<E, S> decide(S state, C command);

  @Override
  @SuppressWarnings("unchecked") // others can send only commands
  public Behavior<Object> onMessage(Object message) {
    if (message instanceof Loaded loaded) {
      return onLoad(loaded.stored());
    } else if (message instanceof Written written) {
      return onWritten(written.revision());
    } else if (message instanceof Failed failed) {
      return onFailed(failed.fault());
    } else if (message == Reload.INSTANCE) {
      load();
      return this;
    }
    C command = (C) message;
    if (state != null && pending == null) {
      return handle(state, command);
    }
    if (failures > 0 && command.equals(stop)) {
      return Behaviors.stopped(); // nothing of it is being stored
    }
    if (waiting.size() < MAX_WAITING) {
      waiting.add(command);
    } else {
      actor.getLog().warn("{} has too many waiting commands, and drops one", owner);
    }
    return this;
  }

  private void load() {
    tellSelf(states.load(owner, kind + '|' + owner), Loaded::new);
  }

  private <T> void tellSelf(CompletionStage<T> result, Function<T, Object> message) {
    var self = actor.getSelf();
    result.whenComplete(
        (value, fault) -> self.tell(fault == null ? message.apply(value) : new Failed(fault)));
  }

  private Behavior<Object> onLoad(StoredOwner stored) {
    S loaded = states.read(stored, emptyState(), this::apply);
    state = loaded;
    revision = stored.revision();
    failures = 0;
    onLoaded(loaded);
    return handleWaiting();
  }

  private Behavior<Object> onWritten(OwnerRevision written) {
    OwnerEffect<E, S> done = pending;
    S stored = next;
    revision = written;
    state = stored;
    pending = null;
    next = null;
    storing = null;
    repeats = 0;
    if (done != null && stored != null) {
      done.then().accept(stored);
    }
    return handleWaiting();
  }

  private Behavior<Object> onFailed(Throwable fault) {
    state = null;
    pending = null;
    next = null;
    putBack();
    failures++;
    Duration pause = PAUSES.delayAfter(failures, ThreadLocalRandom.current().nextDouble());
    // No stack trace: while the database is away, every owner that is awake logs this.
    actor
        .getLog()
        .warn("Could not load or store {}, loading it in {}: {}", owner, pause, fault.toString());
    if (waiting.contains(stop)) {
      return Behaviors.stopped();
    }
    actor.scheduleOnce(pause, actor.getSelf(), Reload.INSTANCE);
    return this;
  }

  private void putBack() {
    C command = storing;
    storing = null;
    if (command != null && repeats < MAX_REPEATS) {
      repeats++;
      waiting.addFirst(command);
    } else if (command != null) {
      repeats = 0;
      actor.getLog().warn("{} drops a command that could not be stored", owner);
    }
  }

  private Behavior<Object> handleWaiting() {
    Behavior<Object> after = this;
    for (S now = state; now != null && pending == null && after == this; now = state) {
      C command = waiting.poll();
      if (command == null) {
        return this;
      }
      after = handle(now, command);
    }
    return after;
  }

  private Behavior<Object> handle(S now, C command) {
    if (command.equals(stop)) {
      return Behaviors.stopped();
    }
    OwnerEffect<E, S> effect = decide(now, command);
    if (effect.events().isEmpty()) {
      effect.then().accept(now);
    } else if (revision != null) {
      S changed = now;
      for (E event : effect.events()) {
        changed = apply(changed, event);
      }
      next = changed;
      pending = effect;
      storing = command;
      tellSelf(states.write(revision, changed, effect.events()), Written::new);
    }
    return this;
  }
}
