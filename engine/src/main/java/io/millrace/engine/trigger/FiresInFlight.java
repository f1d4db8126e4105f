package io.millrace.engine.trigger;

import io.millrace.engine.clock.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Fires that were sent but not acknowledged. Each is sent again until it succeeds or gives up. */
final class FiresInFlight {

  /**
   * One attempt to send a fire.
   *
   * @param no the number of the fire in this process
   * @param attempt the number of the attempt, from 1
   */
  record SentFire(long no, int attempt, Fire fire) {}

  private static final Backoff DELAYS =
      Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(16));

  private static final class FireInFlight {
    private final Fire fire;
    private final Instant sentAt;
    private int attempt = 1;
    private Instant resendAt;

    private FireInFlight(Fire fire, Instant now, Instant resendAt) {
      this.fire = fire;
      this.sentAt = now;
      this.resendAt = resendAt;
    }
  }

  private final Duration answerWithin;
  private final Duration giveUpAfter;
  private final Duration maxDelay;
  private final Map<Long, FireInFlight> entries = new LinkedHashMap<>();
  private long last;
  private int catchUps;

  FiresInFlight(TriggerSettings settings) {
    this.answerWithin = settings.answerWithin();
    this.giveUpAfter = settings.catchUpAfter();
    this.maxDelay = answerWithin.compareTo(DELAYS.longest()) > 0 ? answerWithin : DELAYS.longest();
  }

  SentFire send(Fire fire, Instant now) {
    FireInFlight entry = new FireInFlight(fire, now, now.plus(answerWithin));
    entries.put(++last, entry);
    catchUps += fire.isCatchUp() ? 1 : 0;
    return new SentFire(last, entry.attempt, fire);
  }

  /** Returns the fire of this number, if it was not acknowledged before. */
  Optional<Fire> acknowledge(long no) {
    FireInFlight entry = entries.remove(no);
    return entry == null ? Optional.empty() : Optional.of(removed(entry));
  }

  /** Sends the fire again after a delay that doubles each time. */
  void failed(SentFire attempt, Instant now) {
    FireInFlight entry = entries.get(attempt.no());
    if (entry != null && entry.attempt == attempt.attempt()) {
      entry.resendAt = now.plus(DELAYS.delayAfter(attempt.attempt()));
    }
  }

  /**
   * Returns the fires to send again now.
   *
   * @param dropped receives fires that are no longer needed or have failed for too long
   */
  List<SentFire> takeResends(Instant now, Consumer<Fire> dropped) {
    List<SentFire> resends = new ArrayList<>();
    Iterator<Map.Entry<Long, FireInFlight>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, FireInFlight> next = all.next();
      FireInFlight entry = next.getValue();
      if (entry.resendAt.isAfter(now) && !entry.resendAt.isAfter(now.plus(maxDelay))) {
        continue; // beyond the maximum delay the clock was set back: send at once
      }
      if (!entry.fire.isWanted() || entry.sentAt.plus(giveUpAfter).isBefore(now)) {
        all.remove();
        dropped.accept(removed(entry));
      } else {
        entry.attempt++;
        entry.resendAt = now.plus(answerWithin);
        resends.add(new SentFire(next.getKey(), entry.attempt, entry.fire));
      }
    }
    return resends;
  }

  private Fire removed(FireInFlight entry) {
    catchUps -= entry.fire.isCatchUp() ? 1 : 0;
    return entry.fire;
  }

  /** Returns how many fires in time are in flight. */
  int fires() {
    return entries.size() - catchUps;
  }

  /** Returns how many catch-up fires are in flight. */
  int catchUpFires() {
    return catchUps;
  }
}
