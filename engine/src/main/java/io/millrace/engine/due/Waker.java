package io.millrace.engine.due;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.message.Ack;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes owners when they are due. There is one waker in the cluster. It reads a short window of the
 * due index ahead and limits the number of unanswered wake-ups. Each owner checks whether it is
 * really due, so a lost reply only costs a second wake-up.
 */
public final class Waker extends AbstractBehavior<Waker.Command> {

  /** Messages to the waker. All but Stop come from the waker itself. */
  public sealed interface Command {}

  /** Stops it for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record WindowRead(List<DueOwner> due) implements Command {}

  private record ReadFailed(Throwable fault) implements Command {}

  private record OwnerReplied(String owner) implements Command {}

  /** Reads a page of the due index. */
  @FunctionalInterface
  public interface DueIndex {
    CompletionStage<List<DueOwner>> dueUntil(Instant until, @Nullable DueOwner after, int limit);
  }

  /** Wakes an owner. It replies when it has handled the wake-up. */
  @FunctionalInterface
  public interface WakeUpSender {
    void wake(DueOwner due, ActorRef<Ack> replyTo);
  }

  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration LOOK_AHEAD = Duration.ofSeconds(2);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final int PAGE = 5_000;

  private final DueIndex index;
  private final WakeUpSender owners;
  private final BooleanSupplier mayFire;
  private final Clock clock;
  private final int maxUnanswered;
  private final ActorRef<Ack> ackAdapter;

  private final Deque<DueOwner> window = new ArrayDeque<>();
  private final Map<String, Instant> unanswered = new HashMap<>();
  private @Nullable DueOwner lastRead;
  private boolean reading;
  private Instant readAgainAt = Instant.MIN;

  /**
   * @param mayFire whether the clock can be trusted
   */
  public static Behavior<Command> create(
      DueIndex index,
      WakeUpSender owners,
      int maxUnanswered,
      BooleanSupplier mayFire,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new Waker(context, timers, index, owners, maxUnanswered, mayFire, clock)));
  }

  private Waker(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      DueIndex index,
      WakeUpSender owners,
      int maxUnanswered,
      BooleanSupplier mayFire,
      Clock clock) {
    super(context);
    this.index = index;
    this.owners = owners;
    this.maxUnanswered = maxUnanswered;
    this.mayFire = mayFire;
    this.clock = clock;
    this.ackAdapter = context.messageAdapter(Ack.class, ack -> new OwnerReplied(ack.owner()));
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
    context.getSelf().tell(Tick.INSTANCE);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(OwnerReplied.class, this::onOwnerReplied)
        .onMessage(WindowRead.class, this::onWindowRead)
        .onMessage(ReadFailed.class, this::onReadFailed)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onTick() {
    Instant now = clock.instant();
    unanswered.values().removeIf(since -> now.isAfter(since.plus(ANSWER_WITHIN)));
    wake(now);
    return this;
  }

  private Behavior<Command> onOwnerReplied(OwnerReplied ack) {
    unanswered.remove(ack.owner());
    wake(clock.instant());
    return this;
  }

  private void wake(Instant now) {
    if (!mayFire.getAsBoolean()) {
      return;
    }
    while (unanswered.size() < maxUnanswered
        && !window.isEmpty()
        && !window.peek().at().isAfter(now)) {
      DueOwner due = window.poll();
      if (unanswered.putIfAbsent(due.owner(), now) == null) {
        owners.wake(due, ackAdapter);
      }
    }
    read(now);
  }

  /**
   * Reads the next page when a full page is used up; otherwise rereads the first from time to time.
   */
  private void read(Instant now) {
    if (!reading && now.isAfter(readAgainAt) && (lastRead == null || window.isEmpty())) {
      reading = true;
      getContext()
          .pipeToSelf(
              index.dueUntil(now.plus(LOOK_AHEAD), lastRead, PAGE),
              (due, fault) -> fault == null ? new WindowRead(due) : new ReadFailed(fault));
    }
  }

  private Behavior<Command> onWindowRead(WindowRead read) {
    reading = false;
    if (lastRead == null) {
      window.clear();
    }
    // Skips owners with an unanswered wake-up, so that a silent owner does not delay the others.
    read.due().stream().filter(due -> !unanswered.containsKey(due.owner())).forEach(window::add);
    boolean full = read.due().size() == PAGE;
    lastRead = full ? read.due().get(PAGE - 1) : null;
    readAgainAt = full ? Instant.MIN : clock.instant().plus(LOOK_AHEAD.dividedBy(4));
    wake(clock.instant());
    return this;
  }

  private Behavior<Command> onReadFailed(ReadFailed failed) {
    reading = false;
    readAgainAt = clock.instant().plus(LOOK_AHEAD);
    // No stack trace: while the database is away, this repeats every two seconds.
    getContext().getLog().warn("Could not read the due index: {}", failed.fault().toString());
    return this;
  }
}
