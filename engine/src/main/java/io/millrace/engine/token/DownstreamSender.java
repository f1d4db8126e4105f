package io.millrace.engine.token;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.clock.Backoff;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenEntity.ResendFailed;
import io.millrace.engine.token.TokenEntity.TargetResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Sends the arrivals that the end of a run causes: one delivery after another, each to a bounded
 * number of tokens at once. Unacknowledged arrivals are sent again after a growing pause.
 */
final class DownstreamSender {
  private static final int AT_ONCE = 100;
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final ActorContext<Object> actor;
  private final TimerScheduler<Object> timers;
  private final ArrivalSender arrivals;

  private final Deque<ArrivalTarget> toSend = new ArrayDeque<>();
  private final Deque<ArrivalTarget> failed = new ArrayDeque<>();
  private @Nullable DownstreamDelivery current;
  private int round;
  private int inFlight;
  private int pausesInARow;

  DownstreamSender(
      ActorContext<Object> actor, TimerScheduler<Object> timers, ArrivalSender arrivals) {
    this.actor = actor;
    this.timers = timers;
    this.arrivals = arrivals;
  }

  /** Starts over from the stored state. */
  void restart(Token token) {
    clear();
    sendOldest(token);
  }

  /** Starts the oldest undelivered delivery, unless one is in progress. */
  void sendOldest(Token token) {
    if (current == null && !token.undelivered().isEmpty()) {
      DownstreamDelivery oldest = token.undelivered().get(0);
      current = oldest;
      toSend.addAll(oldest.targets());
      send();
    }
  }

  /** The delivery in progress; absent if there is none. */
  @Nullable DownstreamDelivery current() {
    return current;
  }

  /**
   * A target acknowledged the arrival, or the attempt to send it failed.
   *
   * @return whether all targets of the current delivery have acknowledged
   */
  boolean onTargetResult(TargetResult result) {
    if (current == null || result.tour() != round) {
      return false;
    }
    inFlight--;
    if (result.fault() == null) {
      pausesInARow = 0;
    } else {
      failed.add(result.target());
      if (!timers.isTimerActive(ResendFailed.INSTANCE)) {
        timers.startSingleTimer(ResendFailed.INSTANCE, PAUSES.delayAfter(++pausesInARow));
      }
    }
    send();
    return toSend.isEmpty() && failed.isEmpty() && inFlight == 0;
  }

  void resendFailed() {
    toSend.addAll(failed);
    failed.clear();
    send();
  }

  /** Drops the current delivery: it is stored as delivered, or it is obsolete. */
  void clear() {
    timers.cancel(ResendFailed.INSTANCE);
    current = null;
    round++;
    inFlight = 0;
    toSend.clear();
    failed.clear();
    pausesInARow = 0;
  }

  private void send() {
    int sentInRound = round;
    DownstreamDelivery delivery = current;
    while (delivery != null && inFlight < AT_ONCE && !toSend.isEmpty()) {
      ArrivalTarget target = toSend.poll();
      inFlight++;
      actor.pipeToSelf(
          arrivals
              .sendArrival(target.token(), delivery.arrival(target))
              .thenApply(stored -> target),
          (stored, fault) -> new TargetResult(sentInRound, target, fault));
    }
  }
}
