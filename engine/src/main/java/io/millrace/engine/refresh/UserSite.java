package io.millrace.engine.refresh;

import io.millrace.engine.refresh.UserSiteEvent.Defined;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.refresh.UserSiteEvent.Removed;
import io.millrace.engine.refresh.UserSiteEvent.Skipped;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.Collection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The state of a user-site and every decision about it.
 *
 * <pre>
 *          queue, due               granted
 *   idle ─────────────▶ queued ───────────────▶ running
 *    ▲                    │ canceled               │ success, failure, timeout, error, canceled
 *    └────────────────────┴────────────────────────┘
 * </pre>
 *
 * The step from queued to running is the grant of a channel. It is stored by the pool that grants
 * it, for many tasks at once, so here an attempt is simply there or not.
 *
 * @param schedule the text of its schedule; empty if it runs by hand only
 * @param refreshAt the next planned time; null if there is none
 * @param attempt the current attempt; null while idle
 */
public record UserSite(String schedule, Instant refreshAt, Attempt attempt) {
  public static final UserSite NEW = new UserSite("", null, null);

  /** A refresh is asked for: at most one is queued or running. */
  public Optional<UserSiteEvent> queue(
      Collection collection, Reason reason, Priority priority, UUID uid, Instant now) {
    return attempt == null
        ? Optional.of(new Queued(attempt(collection, reason, priority, uid, now), refreshAt))
        : Optional.empty();
  }

  /**
   * Its due time has come; an early or doubled call changes nothing. If its schedule was changed
   * meanwhile, it does not fire by the old one: this is then how it hears of the new one.
   */
  public Optional<UserSiteEvent> wake(Collection collection, UUID uid, Instant now) {
    Optional<UserSiteEvent> changed = define(collection.policy().schedule(), now);
    if (changed.isPresent()) {
      return changed;
    }
    if (refreshAt == null || now.isBefore(refreshAt)) {
      return Optional.empty();
    }
    Instant next = next(collection.policy().schedule(), now);
    return Optional.of(
        attempt == null
            ? new Queued(attempt(collection, Reason.SCHEDULE, Priority.HIGH, uid, now), next)
            : new Skipped(now, refreshAt, "already queued or running", next));
  }

  /** The attempt ended. A report of any other attempt changes nothing. */
  public Optional<UserSiteEvent> finish(UUID uid, Outcome outcome, Instant now) {
    return isCurrent(uid) ? Optional.of(new Ended(uid, now, outcome)) : Optional.empty();
  }

  /**
   * Its definition was saved; the same schedule again changes nothing.
   *
   * @param defined null if it has no schedule, or is gone
   */
  public Optional<UserSiteEvent> define(Schedule defined, Instant now) {
    String text = defined == null ? "" : defined.text();
    if (text.equals(schedule)) {
      return Optional.empty();
    }
    return Optional.of(defined == null ? new Removed() : new Defined(text, next(defined, now)));
  }

  public boolean isCurrent(UUID uid) {
    return attempt != null && attempt.uid().equals(uid);
  }

  UserSite planned(String newSchedule, Instant newRefreshAt) {
    return new UserSite(newSchedule, newRefreshAt, attempt);
  }

  private static Attempt attempt(
      Collection collection, Reason reason, Priority priority, UUID uid, Instant now) {
    return new Attempt(
        uid,
        1,
        reason,
        priority.value(),
        collection.work().system(),
        collection.work().pool(),
        collection.policy().timeout(),
        now);
  }

  private static Instant next(Schedule schedule, Instant now) {
    return schedule == null ? null : schedule.nextAfter(now).orElse(null);
  }
}
