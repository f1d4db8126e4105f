package io.millrace.engine.token;

import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.token.Delivery.Target;
import io.millrace.engine.token.TokenEntity.Brought;
import io.millrace.engine.token.TokenEntity.Command;
import io.millrace.engine.token.TokenEntity.SendAgain;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Brings what follows the end of a run to where it belongs, one delivery after the other, and each
 * to a bounded number of tokens at once. What was not acknowledged is sent again, later each time.
 */
final class Courier {
  private static final int AT_ONCE = 100;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final ActorContext<Command> actor;
  private final TimerScheduler<Command> timers;
  private final Arrivals arrivals;

  private final Deque<Target> toSend = new ArrayDeque<>();
  private final Deque<Target> failed = new ArrayDeque<>();
  private Delivery carried;
  private int tour;
  private int inTheAir;
  private Duration pause = FIRST_PAUSE;

  Courier(ActorContext<Command> actor, TimerScheduler<Command> timers, Arrivals arrivals) {
    this.actor = actor;
    this.timers = timers;
    this.arrivals = arrivals;
  }

  /** All that is known is what is stored. */
  void startAnew(Token token) {
    done();
    carry(token);
  }

  /** Sets out with the oldest that is undelivered, unless it is on its way. */
  void carry(Token token) {
    if (carried == null && !token.undelivered().isEmpty()) {
      carried = token.undelivered().get(0);
      toSend.addAll(carried.targets());
      send();
    }
  }

  /** What is on its way; null if nothing is. */
  Delivery carried() {
    return carried;
  }

  /**
   * One was acknowledged, or could not be sent.
   *
   * @return whether all of what is carried has arrived
   */
  boolean brought(Brought brought) {
    if (carried == null || brought.tour() != tour) {
      return false;
    }
    inTheAir--;
    if (brought.fault() == null) {
      pause = FIRST_PAUSE;
    } else {
      failed.add(brought.target());
      if (!timers.isTimerActive(SendAgain.INSTANCE)) {
        timers.startSingleTimer(SendAgain.INSTANCE, pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
      }
    }
    send();
    return toSend.isEmpty() && failed.isEmpty() && inTheAir == 0;
  }

  void sendAgain() {
    toSend.addAll(failed);
    failed.clear();
    send();
  }

  /** What was carried is stored as delivered, or there is no use in it any more. */
  void done() {
    timers.cancel(SendAgain.INSTANCE);
    carried = null;
    tour++;
    inTheAir = 0;
    toSend.clear();
    failed.clear();
    pause = FIRST_PAUSE;
  }

  private void send() {
    int ofTour = tour;
    while (inTheAir < AT_ONCE && !toSend.isEmpty()) {
      Target target = toSend.poll();
      inTheAir++;
      actor.pipeToSelf(
          arrivals.arrive(target.token(), carried.arrival(target)).thenApply(stored -> target),
          (stored, fault) -> new Brought(ofTour, target, fault));
    }
  }
}
