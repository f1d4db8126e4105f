package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteEvent.Defined;
import io.millrace.engine.refresh.UserSiteEvent.DisabledByHand;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.refresh.UserSiteEvent.Removed;
import io.millrace.engine.refresh.UserSiteEvent.Saved;
import io.millrace.engine.refresh.UserSiteEvent.Skipped;
import io.millrace.engine.source.Collection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The state of a user-site and every decision about it.
 *
 * <pre>
 *          asked, due               granted
 *   idle ─────────────▶ queued ───────────────▶ running
 *    ▲ ▲                  │ canceled               │ success, failure, timeout, error, canceled
 *    │ └──────────────────┴────────────────────────┤
 *    │ saved                                       │ not retryable, exhausted, given up
 *    └──────────────── disabled ◀──────────────────┘
 * </pre>
 *
 * A person can disable it at any time. What is queued or running then goes on, and nothing follows.
 *
 * <p>The step from queued to running is the grant of a channel. It is stored by the pool that
 * grants it, for many tasks at once, so here an attempt is simply there or not.
 *
 * @param schedule the text of the schedule it follows; empty if it has none
 * @param refreshAt the next refresh that is booked; null if there is none
 * @param refreshReason whether that is a RETRY or by SCHEDULE
 * @param attempt the current attempt; null while idle
 * @param attemptNo the number of the current or last attempt; 0 after a success, or when exhausted
 * @param disabled null if it is not
 * @param lastPlan the last minute of the plan it was asked for; null if there was none
 * @param decisions the last ones, oldest first
 */
public record UserSite(
    String schedule,
    Instant refreshAt,
    Reason refreshReason,
    Attempt attempt,
    int attemptNo,
    Disabled disabled,
    Health health,
    PlanAnswer lastPlan,
    List<Decision> decisions) {
  public static final UserSite NEW =
      new UserSite("", null, null, null, 0, null, Health.NEW, null, List.of());

  private static final int DECISIONS_KEPT = 10;

  public UserSite {
    health = health == null ? Health.NEW : health;
    decisions = decisions == null ? List.of() : List.copyOf(decisions);
  }

  /**
   * Someone asks for a refresh now. What the plan asks for is answered once: the same minute again
   * gets the same answer.
   *
   * @param plannedAt the minute of the plan it is for; null if it is for none
   */
  public Answer refresh(
      Collection collection,
      Question question,
      Reason reason,
      Instant plannedAt,
      UUID uid,
      Instant now) {
    if (plannedAt != null && lastPlan != null && !plannedAt.isAfter(lastPlan.plannedAt())) {
      return Answer.again(attempt, lastPlan);
    }
    Optional<Rule> obstacle = question.obstacle(reason);
    if (obstacle.isEmpty()) {
      return Answer.of(queued(collection, reason, plannedAt, uid, now), uid);
    }
    return Answer.skipped(
        obstacle.get(),
        attempt,
        plannedAt == null ? null : skipped(now, reason, plannedAt, obstacle.get(), booking()));
  }

  /**
   * Its due time has come; an early or doubled call changes nothing. If its schedule was changed
   * meanwhile, it does not fire by the old one: this is then how it hears of the new one.
   */
  public Optional<UserSiteEvent> wake(
      Collection collection, Question question, UUID uid, Instant now) {
    Policy policy = collection.policy();
    Optional<UserSiteEvent> changed = define(policy, now);
    if (changed.isPresent()) {
      return changed;
    }
    if (!booking().isDue(now)) {
      return Optional.empty();
    }
    Reason reason = booking().reason();
    if (attempt != null) {
      // Not heard of for as long as it could have run: it waits, or its pool is about to end it.
      Booking next = policy.bookAtStart(attempt.no(), attempt.random(), now);
      return Optional.of(skipped(now, reason, refreshAt, Rule.ALREADY_QUEUED_OR_RUNNING, next));
    }
    Optional<Rule> obstacle = question.obstacle(reason);
    return Optional.of(
        obstacle.isPresent()
            ? skipped(now, reason, refreshAt, obstacle.get(), policy.bookPlanned(now))
            : queued(collection, reason, refreshAt, uid, now));
  }

  /**
   * The attempt ended. A report of any other attempt changes nothing.
   *
   * @param policy null if it is not known here; what is booked then stays
   */
  public Optional<UserSiteEvent> finish(UUID uid, Outcome outcome, Policy policy, Instant now) {
    return isCurrent(uid) ? Optional.of(Ended.of(this, outcome, policy, now)) : Optional.empty();
  }

  /** Its schedule may have changed; the same one again changes nothing. */
  public Optional<UserSiteEvent> define(Policy policy, Instant now) {
    if (policy.scheduleText().equals(schedule)) {
      return Optional.empty();
    }
    Instant next = disabled == null ? policy.plannedAfter(now) : null;
    return Optional.of(new Defined(policy.scheduleText(), next));
  }

  /** It is not defined any more: what runs may end, and nothing follows. */
  public Optional<UserSiteEvent> undefine() {
    return schedule.isEmpty() && refreshAt == null && disabled == null
        ? Optional.empty()
        : Optional.of(new Removed());
  }

  /** A person saved it again: if it was disabled, it is not any more. */
  public Optional<UserSiteEvent> save(Policy policy, Instant now) {
    return disabled == null
        ? define(policy, now)
        : Optional.of(new Saved(now, policy.scheduleText(), policy.plannedAfter(now)));
  }

  /** A person disables it: the attempt that is open may end, and nothing follows. */
  public Optional<UserSiteEvent> disable(String reason, Instant now) {
    return disabled != null ? Optional.empty() : Optional.of(new DisabledByHand(now, reason));
  }

  /** It is gone: what runs is to end, and nothing is left of it. */
  public List<UserSiteEvent> remove(Instant now) {
    List<UserSiteEvent> events = new ArrayList<>();
    if (attempt != null) {
      Outcome canceled = Outcome.canceled("It was deleted");
      events.add(Ended.of(this, canceled, null, now));
    }
    events.add(new Removed());
    return events;
  }

  public boolean isCurrent(UUID uid) {
    return attempt != null && attempt.uid().equals(uid);
  }

  public Booking booking() {
    return new Booking(refreshAt, refreshReason == null ? Reason.SCHEDULE : refreshReason);
  }

  List<Decision> decisionsAnd(Decision decision) {
    List<Decision> kept = new ArrayList<>(decisions);
    kept.add(decision);
    return kept.subList(Math.max(0, kept.size() - DECISIONS_KEPT), kept.size());
  }

  private Queued queued(
      Collection collection, Reason reason, Instant plannedAt, UUID uid, Instant now) {
    boolean byHand = reason == Reason.MANUAL || reason == Reason.FORCE;
    Attempt next =
        new Attempt(
            uid,
            attemptNo + 1,
            reason,
            (byHand ? Priority.NOW : collection.work().priority()).value(),
            collection.work().system(),
            collection.work().pool(),
            collection.work().queue(),
            collection.policy().timeout(),
            now);
    Booking worst = collection.policy().bookAtStart(next.no(), next.random(), now);
    return new Queued(next, worst.at(), worst.reason(), plannedAt, !worst.equals(booking()));
  }

  private Skipped skipped(Instant now, Reason reason, Instant plannedAt, Rule rule, Booking next) {
    return new Skipped(
        now, plannedAt, rule.text(), next.at(), next.reason(), reason, !next.equals(booking()));
  }
}
