package io.millrace.engine.token;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenEntity.ResendFailed;
import io.millrace.engine.token.TokenEntity.TargetResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Brings what follows the end of a run to where it belongs, one delivery after the other, and each
 * to a bounded number of tokens at once. What was not acknowledged is sent again, later each time.
 */
final class DownstreamSender {
  private static final int AT_ONCE = 100;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final ActorContext<TokenCommand> actor;
  private final TimerScheduler<TokenCommand> timers;
  private final ArrivalSender arrivals;

  private final Deque<ArrivalTarget> toSend = new ArrayDeque<>();
  private final Deque<ArrivalTarget> failed = new ArrayDeque<>();
  private DownstreamDelivery current;
  private int round;
  private int inFlight;
  private Duration pause = FIRST_PAUSE;

  DownstreamSender(
      ActorContext<TokenCommand> actor,
      TimerScheduler<TokenCommand> timers,
      ArrivalSender arrivals) {
    this.actor = actor;
    this.timers = timers;
    this.arrivals = arrivals;
  }

  /** All that is known is what is stored. */
  void restart(Token token) {
    clear();
    sendOldest(token);
  }

  /** Sets out with the oldest that is undelivered, unless it is on its way. */
  void sendOldest(Token token) {
    if (current == null && !token.undelivered().isEmpty()) {
      current = token.undelivered().get(0);
      toSend.addAll(current.targets());
      send();
    }
  }

  /** What is on its way; null if nothing is. */
  DownstreamDelivery current() {
    return current;
  }

  /**
   * One was acknowledged, or could not be sent.
   *
   * @return whether all of what is carried has arrived
   */
  boolean onTargetResult(TargetResult brought) {
    if (current == null || brought.tour() != round) {
      return false;
    }
    inFlight--;
    if (brought.fault() == null) {
      pause = FIRST_PAUSE;
    } else {
      failed.add(brought.target());
      if (!timers.isTimerActive(ResendFailed.INSTANCE)) {
        timers.startSingleTimer(ResendFailed.INSTANCE, pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
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

  /** What was carried is stored as delivered, or there is no use in it any more. */
  void clear() {
    timers.cancel(ResendFailed.INSTANCE);
    current = null;
    round++;
    inFlight = 0;
    toSend.clear();
    failed.clear();
    pause = FIRST_PAUSE;
  }

  private void send() {
    int ofTour = round;
    while (inFlight < AT_ONCE && !toSend.isEmpty()) {
      ArrivalTarget target = toSend.poll();
      inFlight++;
      actor.pipeToSelf(
          arrivals.sendArrival(target.token(), current.arrival(target)).thenApply(stored -> target),
          (stored, fault) -> new TargetResult(ofTour, target, fault));
    }
  }
}
