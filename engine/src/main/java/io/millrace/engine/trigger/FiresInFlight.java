package io.millrace.engine.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Fires that were sent and are not acknowledged: each is sent again until it is, or gives up. */
final class FiresInFlight {

  /**
   * One sending of a fire.
   *
   * @param no of the fire, among all
   * @param attempt its number, from 1
   */
  record SentFire(long no, int attempt, Fire fire) {}

  private static final Duration LONGEST_DELAY = Duration.ofSeconds(16);

  private static final class FireInFlight {
    private final Fire fire;
    private final Instant since;
    private int attempt = 1;
    private Instant again;

    private FireInFlight(Fire fire, Instant now) {
      this.fire = fire;
      this.since = now;
    }
  }

  private final Duration answerWithin;
  private final Duration giveUpAfter;
  private final Duration longestWait;
  private final Map<Long, FireInFlight> entries = new LinkedHashMap<>();
  private long last;
  private int catchUps;

  FiresInFlight(TriggerSettings settings) {
    this.answerWithin = settings.answerWithin();
    this.giveUpAfter = settings.catchUpAfter();
    this.longestWait = answerWithin.compareTo(LONGEST_DELAY) > 0 ? answerWithin : LONGEST_DELAY;
  }

  SentFire send(Fire fire, Instant now) {
    FireInFlight entry = new FireInFlight(fire, now);
    entry.again = now.plus(answerWithin);
    entries.put(++last, entry);
    catchUps += fire.isCatchUp() ? 1 : 0;
    return new SentFire(last, entry.attempt, fire);
  }

  /** The fire that this was an attempt of, if that is news. */
  Optional<Fire> acknowledge(long no) {
    FireInFlight entry = entries.remove(no);
    return entry == null ? Optional.empty() : Optional.of(taken(entry));
  }

  /** It is sent again, after a wait that doubles each time. */
  void failed(SentFire attempt, Instant now) {
    FireInFlight entry = entries.get(attempt.no());
    if (entry != null && entry.attempt == attempt.attempt()) {
      entry.again = now.plus(Duration.ofSeconds(1L << Math.min(4, attempt.attempt() - 1)));
    }
  }

  /**
   * What is to be sent again now.
   *
   * @param dropped is given what is not wanted any more, and what has failed for too long
   */
  List<SentFire> takeResends(Instant now, Consumer<Fire> dropped) {
    List<SentFire> again = new ArrayList<>();
    Iterator<Map.Entry<Long, FireInFlight>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Long, FireInFlight> next = all.next();
      FireInFlight entry = next.getValue();
      if (entry.again.isAfter(now) && !entry.again.isAfter(now.plus(longestWait))) {
        continue; // one beyond the longest wait is of a clock that was set back
      }
      if (!entry.fire.isWanted() || entry.since.plus(giveUpAfter).isBefore(now)) {
        all.remove();
        dropped.accept(taken(entry));
      } else {
        entry.attempt++;
        entry.again = now.plus(answerWithin);
        again.add(new SentFire(next.getKey(), entry.attempt, entry.fire));
      }
    }
    return again;
  }

  private Fire taken(FireInFlight entry) {
    catchUps -= entry.fire.isCatchUp() ? 1 : 0;
    return entry.fire;
  }

  /** How many fires in time are under way. */
  int fires() {
    return entries.size() - catchUps;
  }

  /** How many fires to be caught up are under way. */
  int catchUpFires() {
    return catchUps;
  }
}
