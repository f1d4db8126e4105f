package io.millrace.engine.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The triggers that have fires to be caught up. They take turns, a page at a time: one with a year
 * behind it does not stand before the others. Of a page one fire is under way at a time, so that
 * each arrives before the next is sent.
 */
final class Backlog {
  private static final Duration LONGEST_REST = Duration.ofMinutes(10);

  private static final class TriggerBacklog {
    private final LiveTrigger of;
    private long waiting;
    private boolean inTurn;
    private boolean atWork;
    private boolean grew;
    private final Deque<Instant> page = new ArrayDeque<>();
    private boolean failed;
    private int failures;
    private Instant restUntil = Instant.MIN;

    private TriggerBacklog(LiveTrigger of) {
      this.of = of;
    }
  }

  private final Map<LiveTrigger, TriggerBacklog> lines = new HashMap<>();
  private final Deque<TriggerBacklog> turns = new ArrayDeque<>();
  private final Deque<TriggerBacklog> ready = new ArrayDeque<>();
  private long waiting;

  /** So many more are to be caught up; they may come before the rest of a page. */
  void add(LiveTrigger trigger, long fires) {
    if (fires > 0) {
      TriggerBacklog line = lines.computeIfAbsent(trigger, TriggerBacklog::new);
      line.waiting += fires;
      line.page.clear();
      line.grew = true;
      waiting += fires;
      offer(trigger);
    }
  }

  /** It gets its turn if it has something to catch up. */
  void offer(LiveTrigger trigger) {
    TriggerBacklog line = lines.get(trigger);
    if (line != null && !line.inTurn && !line.atWork && trigger.mayCatchUp()) {
      line.inTurn = true;
      turns.add(line);
    }
  }

  void remove(LiveTrigger trigger) {
    TriggerBacklog line = lines.remove(trigger);
    if (line != null) {
      waiting -= line.waiting;
    }
  }

  /** Those whose turn it is; each is out of it until its page is over. */
  List<LiveTrigger> next(int most, Instant now) {
    List<LiveTrigger> next = new ArrayList<>();
    for (int left = turns.size(); left > 0 && next.size() < most; left--) {
      TriggerBacklog line = turns.poll();
      if (lines.get(line.of) != line || !line.of.mayCatchUp()) {
        line.inTurn = false;
      } else if (line.restUntil.isAfter(now)
          && !line.restUntil.isAfter(now.plus(LONGEST_REST))) { // by a clock that was not set back
        turns.add(line);
      } else {
        line.inTurn = false;
        line.atWork = true;
        line.grew = false;
        next.add(line.of);
      }
    }
    return next;
  }

  /**
   * Its page was read.
   *
   * @param times its fires, in their order
   * @param wasLast whether there are no others
   */
  void pageRead(LiveTrigger trigger, List<Instant> times, boolean wasLast) {
    TriggerBacklog line = lines.get(trigger);
    if (line != null) {
      if (wasLast && !line.grew) {
        waiting += times.size() - line.waiting;
        line.waiting = times.size();
      }
      if (!line.grew) {
        line.page.addAll(times);
      }
      if (!times.isEmpty()) {
        ready.add(line);
      }
    }
  }

  /** The next trigger that has a page, and none of it under way; null if there is none. */
  LiveTrigger ready() {
    for (TriggerBacklog line = ready.poll(); line != null; line = ready.poll()) {
      if (lines.get(line.of) == line) {
        return line.of;
      }
    }
    return null;
  }

  /** The next fire of its page; empty if the page is over, or it has to be settled first. */
  Optional<Instant> take(LiveTrigger trigger) {
    TriggerBacklog line = lines.get(trigger);
    if (!trigger.mayCatchUp()) {
      line.page.clear();
    }
    return Optional.ofNullable(line.page.poll());
  }

  /** One of its page was fired. */
  void fired(LiveTrigger trigger) {
    TriggerBacklog line = lines.get(trigger);
    if (line != null) {
      line.waiting--;
      waiting--;
      ready.add(line);
    }
  }

  /**
   * One of its page was not fired. If that happens twice, the others would hardly be either.
   *
   * @param failed false if it was merely not wanted any more
   */
  void notFired(LiveTrigger trigger, boolean failed) {
    TriggerBacklog line = lines.get(trigger);
    if (line != null) {
      if (failed && line.failed) {
        line.page.clear();
      }
      line.failed |= failed;
      ready.add(line);
    }
  }

  /** Its page could not be read. */
  void pageReadFailed(LiveTrigger trigger, Instant now) {
    TriggerBacklog line = lines.get(trigger);
    if (line != null) {
      line.failed = true;
      pageOver(trigger, now);
    }
  }

  /** Its page is over, and what was fired of it will not be read again. */
  void pageOver(LiveTrigger trigger, Instant now) {
    TriggerBacklog line = lines.get(trigger);
    if (line == null) {
      return;
    }
    line.atWork = false;
    line.failures = line.failed ? line.failures + 1 : 0;
    line.failed = false;
    if (line.failures > 0) {
      Duration rest = Duration.ofSeconds(1L << Math.min(20, line.failures));
      line.restUntil = now.plus(rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST);
    }
    if (line.waiting > 0) {
      offer(trigger);
    } else {
      lines.remove(trigger);
    }
  }

  /** How many fires are still to be caught up. */
  long waiting() {
    return waiting;
  }
}
