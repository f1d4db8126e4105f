package io.millrace.engine.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The triggers that have fires to be caught up. They take turns, a page at a time: one with a year
 * behind it does not stand before the others.
 */
final class Backlog {
  private static final Duration LONGEST_REST = Duration.ofMinutes(10);

  private static final class Line {
    private final LiveTrigger of;
    private long waiting;
    private boolean inTurn;
    private boolean atWork;
    private boolean grew;
    private int open;
    private boolean failed;
    private int failures;
    private Instant restUntil = Instant.MIN;

    private Line(LiveTrigger of) {
      this.of = of;
    }
  }

  private final Map<LiveTrigger, Line> lines = new HashMap<>();
  private final Deque<Line> turns = new ArrayDeque<>();
  private long waiting;

  /** So many more are to be caught up. */
  void add(LiveTrigger trigger, long fires) {
    if (fires > 0) {
      Line line = lines.computeIfAbsent(trigger, Line::new);
      line.waiting += fires;
      line.grew = true;
      waiting += fires;
      offer(trigger);
    }
  }

  /** It gets its turn if it has something to catch up. */
  void offer(LiveTrigger trigger) {
    Line line = lines.get(trigger);
    if (line != null && !line.inTurn && !line.atWork && trigger.mayCatchUp()) {
      line.inTurn = true;
      turns.add(line);
    }
  }

  void remove(LiveTrigger trigger) {
    Line line = lines.remove(trigger);
    if (line != null) {
      waiting -= line.waiting;
    }
  }

  /** Those whose turn it is; each is out of it until its page is over. */
  List<LiveTrigger> next(int most, Instant now) {
    List<LiveTrigger> next = new ArrayList<>();
    for (int left = turns.size(); left > 0 && next.size() < most; left--) {
      Line line = turns.poll();
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
   * @param fires how many there are on it
   * @param wasLast whether there are no others
   */
  void read(LiveTrigger trigger, int fires, boolean wasLast) {
    Line line = lines.get(trigger);
    if (line != null) {
      line.open = fires;
      if (wasLast && !line.grew) {
        waiting += fires - line.waiting;
        line.waiting = fires;
      }
    }
  }

  /** One of its page was fired; whether that was the last of the page. */
  boolean done(LiveTrigger trigger) {
    Line line = lines.get(trigger);
    if (line == null) {
      return false;
    }
    line.waiting--;
    waiting--;
    return --line.open == 0;
  }

  /**
   * One of its page was not fired; whether that was the last of the page.
   *
   * @param failed false if it was merely not wanted any more
   */
  boolean left(LiveTrigger trigger, boolean failed) {
    Line line = lines.get(trigger);
    if (line == null) {
      return false;
    }
    line.failed |= failed;
    return --line.open == 0;
  }

  /** Its page is over, and what was fired of it will not be read again. */
  void over(LiveTrigger trigger, Instant now) {
    Line line = lines.get(trigger);
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

  /** Whether anybody may have a turn. */
  boolean isEmpty() {
    return turns.isEmpty();
  }
}
