package io.millrace.engine.trigger;

import io.millrace.engine.clock.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The triggers that have fires to catch up. They take turns, one page of fires each, so a trigger
 * with a backlog of a year does not block the others. At most one fire of a page is in flight, so
 * each fire arrives before the next one is sent.
 */
final class Backlog {
  private static final Backoff PAUSES =
      Backoff.doubling(Duration.ofSeconds(2), Duration.ofMinutes(10));

  private static final class TriggerBacklog {
    private final LiveTrigger trigger;
    private long waiting;
    private boolean queued;
    private boolean active;
    private boolean grew;
    private final Deque<Instant> page = new ArrayDeque<>();
    private boolean failed;
    private int failures;
    private Instant pausedUntil = Instant.MIN;

    private TriggerBacklog(LiveTrigger trigger) {
      this.trigger = trigger;
    }
  }

  private final Map<LiveTrigger, TriggerBacklog> backlogs = new HashMap<>();
  private final Deque<TriggerBacklog> turns = new ArrayDeque<>();
  private final Deque<TriggerBacklog> ready = new ArrayDeque<>();
  private long waiting;

  /** Adds fires to catch up. They may come before the rest of the current page. */
  void add(LiveTrigger trigger, long fires) {
    if (fires > 0) {
      TriggerBacklog backlog = backlogs.computeIfAbsent(trigger, TriggerBacklog::new);
      backlog.waiting += fires;
      backlog.page.clear();
      backlog.grew = true;
      waiting += fires;
      offer(trigger);
    }
  }

  /** Queues the trigger for a turn if it has fires to catch up. */
  void offer(LiveTrigger trigger) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog != null && !backlog.queued && !backlog.active && trigger.mayCatchUp()) {
      backlog.queued = true;
      turns.add(backlog);
    }
  }

  void remove(LiveTrigger trigger) {
    TriggerBacklog backlog = backlogs.remove(trigger);
    if (backlog != null) {
      waiting -= backlog.waiting;
    }
  }

  /** Takes the triggers whose turn it is. Each stays out of the queue until its page is over. */
  List<LiveTrigger> next(int limit, Instant now) {
    List<LiveTrigger> next = new ArrayList<>();
    for (int left = turns.size(); left > 0 && next.size() < limit; left--) {
      TriggerBacklog backlog = turns.poll();
      if (backlogs.get(backlog.trigger) != backlog || !backlog.trigger.mayCatchUp()) {
        backlog.queued = false;
      } else if (backlog.pausedUntil.isAfter(now)
          && !backlog.pausedUntil.isAfter(
              now.plus(PAUSES.longest()))) { // later: the clock was set back
        turns.add(backlog);
      } else {
        backlog.queued = false;
        backlog.active = true;
        backlog.grew = false;
        next.add(backlog.trigger);
      }
    }
    return next;
  }

  /**
   * Takes over a page that was read.
   *
   * @param times the fires of the page, in order
   * @param wasLast whether no fires follow this page
   */
  void pageRead(LiveTrigger trigger, List<Instant> times, boolean wasLast) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog != null) {
      if (wasLast && !backlog.grew) {
        waiting += times.size() - backlog.waiting;
        backlog.waiting = times.size();
      }
      if (!backlog.grew) {
        backlog.page.addAll(times);
      }
      if (!times.isEmpty()) {
        ready.add(backlog);
      }
    }
  }

  /** Returns the next trigger that has a page and no fire in flight; absent if there is none. */
  @Nullable LiveTrigger ready() {
    for (TriggerBacklog backlog = ready.poll(); backlog != null; backlog = ready.poll()) {
      if (backlogs.get(backlog.trigger) == backlog) {
        return backlog.trigger;
      }
    }
    return null;
  }

  /** Returns the next fire of the page; empty if the page is over or a decision comes first. */
  Optional<Instant> take(LiveTrigger trigger) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog == null) {
      return Optional.empty();
    }
    if (!trigger.mayCatchUp()) {
      backlog.page.clear();
    }
    return Optional.ofNullable(backlog.page.poll());
  }

  /** A fire of the page was acknowledged. */
  void fired(LiveTrigger trigger) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog != null) {
      backlog.waiting--;
      waiting--;
      ready.add(backlog);
    }
  }

  /**
   * A fire of the page was not acknowledged. After the second failure the rest of the page is
   * dropped, because it would hardly do better.
   *
   * @param failed false if the fire was merely no longer needed
   */
  void notFired(LiveTrigger trigger, boolean failed) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog != null) {
      if (failed && backlog.failed) {
        backlog.page.clear();
      }
      backlog.failed |= failed;
      ready.add(backlog);
    }
  }

  /** The page could not be read. */
  void pageReadFailed(LiveTrigger trigger, Instant now) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog != null) {
      backlog.failed = true;
      pageOver(trigger, now);
    }
  }

  /** The page is over, and its acknowledged fires are stored, so they will not be read again. */
  void pageOver(LiveTrigger trigger, Instant now) {
    TriggerBacklog backlog = backlogs.get(trigger);
    if (backlog == null) {
      return;
    }
    backlog.active = false;
    backlog.failures = backlog.failed ? backlog.failures + 1 : 0;
    backlog.failed = false;
    if (backlog.failures > 0) {
      backlog.pausedUntil = now.plus(PAUSES.delayAfter(backlog.failures));
    }
    if (backlog.waiting > 0) {
      offer(trigger);
    } else {
      backlogs.remove(trigger);
    }
  }

  /** Returns how many fires are still to be caught up. */
  long waiting() {
    return waiting;
  }
}
