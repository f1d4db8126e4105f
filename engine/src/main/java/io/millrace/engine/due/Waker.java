package io.millrace.engine.due;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.millrace.engine.clock.Alarm;
import io.millrace.engine.clock.Backoff;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes owners when they are due. There is one waker in the cluster. It reads a short window of the
 * due index ahead, sleeps until the first owner of it is due, and limits the number of unanswered
 * wake-ups. Each owner checks whether it is really due, so a lost reply only costs a second
 * wake-up.
 *
 * <p>The index is the truth, and the waker reads it again twice a second. {@link BookedSoon} only
 * makes it read earlier, so a lost one costs half a second.
 */
public final class Waker extends AbstractBehavior<Waker.Command> {

  /** Messages to the waker. All but Stop, BookedSoon and NodeLost come from the waker itself. */
  public sealed interface Command {}

  /** Stops it for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  /**
   * An owner was booked for a time that comes before the next regular read of the index.
   *
   * @param atMillis the earliest time that was booked, in milliseconds since 1970
   */
  public record BookedSoon(long atMillis) implements Command, Message {}

  /** A node was removed, and wake-ups that were on their way to it are lost. */
  public enum NodeLost implements Command {
    INSTANCE
  }

  private record TimeCame(Instant at) implements Command {}

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

  /** A booking further ahead than this needs no hint: the index is read again before it is due. */
  public static final Duration REREAD = Duration.ofMillis(500);

  private static final Duration LOOK_AHEAD = Duration.ofSeconds(2);

  /** After a failed read. A database that restarts is back soon. */
  private static final Backoff READ_PAUSES = Backoff.doubling(Duration.ofMillis(200), LOOK_AHEAD);

  /** Hints share a read: the index is not read more often than this. */
  private static final Duration MIN_PAUSE = Duration.ofMillis(50);

  private static final Duration CHECK_CLOCK = Duration.ofMillis(100);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final int PAGE = 5_000;

  private final DueIndex index;
  private final WakeUpSender owners;
  private final int maxUnanswered;
  private final BooleanSupplier mayFire;
  private final Clock clock;
  private final Alarm alarm;
  private final ActorRef<Ack> ackAdapter;

  private final Deque<DueOwner> window = new ArrayDeque<>();

  /** Since when, the oldest first. */
  private final Map<String, Instant> unanswered = new LinkedHashMap<>();

  private @Nullable DueOwner lastRead;
  private boolean reading;
  private int failedReads;
  private Instant readAt = Instant.MIN;
  private Instant readAgainAt = Instant.MIN;
  private Instant alarmAt = Instant.MAX;

  /**
   * @param mayFire whether the clock can be trusted
   */
  public static Behavior<Command> create(
      DueIndex index,
      WakeUpSender owners,
      int maxUnanswered,
      BooleanSupplier mayFire,
      Clock clock,
      Alarm alarm) {
    return Behaviors.setup(
        context -> new Waker(context, index, owners, maxUnanswered, mayFire, clock, alarm));
  }

  private Waker(
      ActorContext<Command> context,
      DueIndex index,
      WakeUpSender owners,
      int maxUnanswered,
      BooleanSupplier mayFire,
      Clock clock,
      Alarm alarm) {
    super(context);
    this.index = index;
    this.owners = owners;
    this.maxUnanswered = maxUnanswered;
    this.mayFire = mayFire;
    this.clock = clock;
    this.alarm = alarm;
    this.ackAdapter = context.messageAdapter(Ack.class, ack -> new OwnerReplied(ack.owner()));
    work();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(OwnerReplied.class, this::onOwnerReplied)
        .onMessage(TimeCame.class, this::onTimeCame)
        .onMessage(BookedSoon.class, this::onBookedSoon)
        .onMessage(WindowRead.class, this::onWindowRead)
        .onMessage(ReadFailed.class, this::onReadFailed)
        .onMessage(NodeLost.class, lost -> onNodeLost())
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onOwnerReplied(OwnerReplied ack) {
    unanswered.remove(ack.owner());
    return work();
  }

  private Behavior<Command> onTimeCame(TimeCame time) {
    if (time.at().equals(alarmAt)) {
      alarmAt = Instant.MAX;
    }
    return work();
  }

  /** A read that is in progress may be too early for the booking, so another one follows. */
  private Behavior<Command> onBookedSoon(BookedSoon booked) {
    Instant at = Instant.ofEpochMilli(booked.atMillis());
    Instant read = later(at.minus(MIN_PAUSE), readAt.plus(MIN_PAUSE));
    readAgainAt = earlier(readAgainAt, read);
    return work();
  }

  /** Wakes all owners again that have not answered. A spare wake-up does no harm. */
  private Behavior<Command> onNodeLost() {
    unanswered.clear();
    readAgainAt = Instant.MIN;
    return work();
  }

  private Behavior<Command> work() {
    Instant now = clock.instant();
    if (mayFire.getAsBoolean()) {
      noticeSetBack(now);
      forgetSilent(now);
      wake(now);
      read(now);
      sleepUntil(nextWork());
    } else {
      sleepUntil(now.plus(CHECK_CLOCK));
    }
    return this;
  }

  /** After the clock was set back, a wait that began before it would last too long. */
  private void noticeSetBack(Instant now) {
    if (readAt.isAfter(now)) {
      readAt = now;
      readAgainAt = earlier(readAgainAt, now);
      unanswered.replaceAll((owner, since) -> earlier(since, now));
    }
  }

  private void forgetSilent(Instant now) {
    Iterator<Instant> oldest = unanswered.values().iterator();
    while (oldest.hasNext() && !oldest.next().plus(ANSWER_WITHIN).isAfter(now)) {
      oldest.remove();
    }
  }

  private void wake(Instant now) {
    while (hasRoom() && !window.isEmpty() && !window.peek().at().isAfter(now)) {
      DueOwner due = window.poll();
      if (unanswered.putIfAbsent(due.owner(), now) == null) {
        owners.wake(due, ackAdapter);
      }
    }
  }

  private boolean hasRoom() {
    return unanswered.size() < maxUnanswered;
  }

  /**
   * Reads the next page when a full page is used up; otherwise rereads the first from time to time.
   */
  private void read(Instant now) {
    if (mayRead() && !now.isBefore(readAgainAt)) {
      reading = true;
      readAt = now;
      readAgainAt = Instant.MAX;
      getContext()
          .pipeToSelf(
              index.dueUntil(now.plus(LOOK_AHEAD), lastRead, PAGE),
              (due, fault) -> fault == null ? new WindowRead(due) : new ReadFailed(fault));
    }
  }

  private boolean mayRead() {
    return !reading && (lastRead == null || window.isEmpty());
  }

  private Behavior<Command> onWindowRead(WindowRead read) {
    reading = false;
    failedReads = 0;
    if (lastRead == null) {
      window.clear();
    }
    // Skips owners with an unanswered wake-up, so that a silent owner does not delay the others.
    read.due().stream().filter(due -> !unanswered.containsKey(due.owner())).forEach(window::add);
    boolean full = read.due().size() == PAGE;
    lastRead = full ? read.due().get(PAGE - 1) : null;
    readAgainAt = earlier(readAgainAt, full ? Instant.MIN : clock.instant().plus(REREAD));
    return work();
  }

  private Behavior<Command> onReadFailed(ReadFailed failed) {
    reading = false;
    failedReads++;
    readAgainAt = clock.instant().plus(READ_PAUSES.delayAfter(failedReads));
    // No stack trace: while the database is away, this repeats every two seconds.
    getContext().getLog().warn("Could not read the due index: {}", failed.fault().toString());
    return work();
  }

  /** The next time at which there is something to do, if no message comes before. */
  private Instant nextWork() {
    Instant next = mayRead() ? readAgainAt : Instant.MAX;
    if (hasRoom() && !window.isEmpty()) {
      next = earlier(next, window.peek().at());
    }
    if (!unanswered.isEmpty()) {
      next = earlier(next, unanswered.values().iterator().next().plus(ANSWER_WITHIN));
    }
    return next;
  }

  /** An alarm that was set for a later time still rings. That costs a spare message. */
  private void sleepUntil(Instant at) {
    if (at.isBefore(alarmAt)) {
      alarmAt = at;
      alarm.set(at, () -> getContext().getSelf().tell(new TimeCame(at)));
    }
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
