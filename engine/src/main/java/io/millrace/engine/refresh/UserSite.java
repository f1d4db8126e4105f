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
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskReason;
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
 * <p>A collection that is taken out of the sources is gone: nothing runs and nothing is due, and
 * its state waits. It goes on from there when it is back.
 *
 * <p>The step from queued to running is the grant of a channel. It is stored by the pool that
 * grants it, for many tasks at once, so here an attempt is simply there or not.
 *
 * @param schedule the text of the schedule it follows; empty if it has none
 * @param refreshAt the next refresh that is booked; null if there is none
 * @param refreshReason whether that is a RETRY or by SCHEDULE
 * @param attempt the current attempt; null while idle
 * @param attemptNo how many attempts the current series has had, with the one that is open; 0 after
 *     a success, or when exhausted
 * @param disabled null if it is not
 * @param lastPlan the last minute of the plan it was asked for; null if there was none
 * @param decisions the last ones, oldest first
 * @param byHand whether a person began the series
 * @param goneSince when it was taken out of the sources; null if it is in them
 */
public record UserSite(
    String schedule,
    Instant refreshAt,
    TaskReason refreshReason,
    RefreshAttempt attempt,
    int attemptNo,
    DisabledState disabled,
    RefreshHealth health,
    PlanMinuteDecision lastPlan,
    List<PastDecision> decisions,
    boolean byHand,
    Instant goneSince) {
  public static final UserSite NEW =
      new UserSite("", null, null, null, 0, null, RefreshHealth.NEW, null, List.of(), false, null);

  private static final int DECISIONS_KEPT = 10;

  public UserSite {
    health = health == null ? RefreshHealth.NEW : health;
    decisions = decisions == null ? List.of() : List.copyOf(decisions);
  }

  /**
   * Someone asks for a refresh now. What the plan asks for is answered once: the same minute again
   * gets the same answer.
   *
   * @param plannedAt the minute of the plan it is for; null if it is for none
   */
  public RefreshDecision refresh(
      SourceCollection collection,
      RefreshDecisionContext question,
      TaskReason reason,
      Instant plannedAt,
      UUID uid,
      Instant now) {
    if (plannedAt != null && lastPlan != null && !plannedAt.isAfter(lastPlan.plannedAt())) {
      return RefreshDecision.repeated(attempt, lastPlan);
    }
    Optional<RefreshRule> obstacle = question.blockingRule(reason);
    if (obstacle.isEmpty()) {
      return RefreshDecision.queued(queuedEvent(collection, reason, plannedAt, uid, now), uid);
    }
    return RefreshDecision.skipped(
        obstacle.get(),
        attempt,
        plannedAt == null ? null : skippedEvent(now, reason, plannedAt, obstacle.get(), booking()));
  }

  /**
   * Its due time has come; an early or doubled call changes nothing. If its schedule was changed
   * meanwhile, it does not fire by the old one: this is then how it hears of the new one.
   */
  public Optional<UserSiteEvent> wake(
      SourceCollection collection, RefreshDecisionContext question, UUID uid, Instant now) {
    Policy policy = collection.policy();
    Optional<UserSiteEvent> changed = define(policy, now);
    if (changed.isPresent()) {
      return changed;
    }
    if (!booking().isDue(now)) {
      return Optional.empty();
    }
    TaskReason reason = booking().reason();
    if (attempt != null) {
      // Not heard of for as long as it could have run: it waits, or its pool is about to end it.
      Booking next = attempt.worstCaseBooking(policy, now);
      return Optional.of(
          skippedEvent(now, reason, refreshAt, RefreshRule.ALREADY_QUEUED_OR_RUNNING, next));
    }
    Optional<RefreshRule> obstacle = question.blockingRule(reason);
    return Optional.of(
        obstacle.isPresent()
            ? skippedEvent(now, reason, refreshAt, obstacle.get(), policy.bookPlanned(now))
            : queuedEvent(collection, reason, refreshAt, uid, now));
  }

  /**
   * The attempt ended. A report of any other attempt changes nothing.
   *
   * @param policy null if it is not known here; what is booked then stays
   */
  public Optional<UserSiteEvent> endAttempt(UUID uid, Outcome outcome, Policy policy, Instant now) {
    return isCurrent(uid) ? Optional.of(Ended.of(this, outcome, policy, now)) : Optional.empty();
  }

  /** What an end has booked, or disabled, is not to be seen while it is gone. */
  List<UserSiteEvent> hiddenWhileGone(UserSiteEvent ended) {
    return goneSince == null ? List.of(ended) : List.of(ended, new Removed(goneSince));
  }

  /** It may be back, or its schedule may have changed; the same one again changes nothing. */
  public Optional<UserSiteEvent> define(Policy policy, Instant now) {
    if (goneSince != null) {
      Booking booking = bookReturn(policy, now);
      CollectionReturn returned = CollectionReturn.of(this, policy, booking);
      return Optional.of(new Defined(policy.scheduleText(), booking.at(), returned));
    }
    if (policy.scheduleText().equals(schedule)) {
      return Optional.empty();
    }
    Instant next = disabled == null ? policy.plannedAfter(now) : null;
    return Optional.of(new Defined(policy.scheduleText(), next, null));
  }

  /** It is taken out of the sources: what runs may end, nothing follows, and its state waits. */
  public Optional<UserSiteEvent> undefine(Instant now) {
    return goneSince != null || isBlank() ? Optional.empty() : Optional.of(new Removed(now));
  }

  /** It was deleted: what runs may end, and nothing is left of it. */
  public Optional<UserSiteEvent> forget() {
    return isBlank() ? Optional.empty() : Optional.of(new Removed(null));
  }

  /** A person saved it again: if it was disabled, it is not any more. */
  public Optional<UserSiteEvent> save(Policy policy, Instant now) {
    return disabled == null
        ? define(policy, now)
        : Optional.of(new Saved(now, policy.scheduleText(), policy.plannedAfter(now)));
  }

  /** A person disables it: the attempt that is open may end, and nothing follows. */
  public Optional<UserSiteEvent> disable(String reason, Instant now) {
    return disabled != null || goneSince != null
        ? Optional.empty()
        : Optional.of(new DisabledByHand(now, reason));
  }

  /** It is gone: what runs is to end, and nothing is left of it. */
  public List<UserSiteEvent> remove(Instant now) {
    List<UserSiteEvent> events = new ArrayList<>();
    if (attempt != null) {
      Outcome canceled = Outcome.canceled("It was deleted");
      events.add(Ended.of(this, canceled, null, now));
    }
    events.add(new Removed(null));
    return events;
  }

  public boolean isCurrent(UUID uid) {
    return attempt != null && attempt.uid().equals(uid);
  }

  public Booking booking() {
    return new Booking(refreshAt, refreshReason == null ? TaskReason.SCHEDULE : refreshReason);
  }

  /** The same, waiting for its return. */
  UserSite withGoneSince(Instant since) {
    return new UserSite(
        schedule,
        refreshAt,
        refreshReason,
        attempt,
        attemptNo,
        disabled,
        health,
        lastPlan,
        decisions,
        byHand,
        since);
  }

  /** As good as new; only what runs may still end, and a minute of the plan is answered once. */
  UserSite afterDeletion() {
    return new UserSite(
        "", null, null, attempt, 0, null, RefreshHealth.NEW, lastPlan, List.of(), false, null);
  }

  List<PastDecision> appendDecision(PastDecision decision) {
    List<PastDecision> kept = new ArrayList<>(decisions);
    kept.add(decision);
    return kept.subList(Math.max(0, kept.size() - DECISIONS_KEPT), kept.size());
  }

  /** Whether there is nothing to keep. */
  private boolean isBlank() {
    return schedule.isEmpty()
        && refreshAt == null
        && disabled == null
        && goneSince == null
        && health.equals(RefreshHealth.NEW)
        && decisions.isEmpty();
  }

  /** A planned time that passed while it was gone is not made up for; a retry is. */
  private Booking bookReturn(Policy policy, Instant now) {
    if (disabled != null) {
      return Booking.NONE;
    }
    if (attempt != null) {
      return attempt.worstCaseBooking(policy, now);
    }
    return attemptNo == 0 || policy.isExhausted(attemptNo)
        ? policy.bookPlanned(now)
        : policy.bookResumed(booking(), null, now);
  }

  private Queued queuedEvent(
      SourceCollection collection, TaskReason reason, Instant plannedAt, UUID uid, Instant now) {
    boolean amidSeries = reason.isByHand() && attemptNo > 0;
    RefreshAttempt next =
        new RefreshAttempt(
            uid,
            amidSeries || startsNewSeries(reason) ? 1 : attemptNo + 1,
            reason,
            (reason.isByHand() ? TaskPriority.NOW : collection.work().priority()).value(),
            collection.work().system(),
            collection.work().pool(),
            collection.work().queue(),
            collection.policy().timeout(),
            now,
            amidSeries ? booking() : null);
    Booking worst = next.worstCaseBooking(collection.policy(), now);
    return new Queued(next, worst.at(), worst.reason(), plannedAt, !worst.equals(booking()));
  }

  /** A planned run has all its retries, whatever a person tried before it. */
  private boolean startsNewSeries(TaskReason reason) {
    return byHand && reason != TaskReason.RETRY;
  }

  private Skipped skippedEvent(
      Instant now, TaskReason reason, Instant plannedAt, RefreshRule rule, Booking next) {
    return new Skipped(
        now, plannedAt, rule.text(), next.at(), next.reason(), reason, !next.equals(booking()));
  }
}
