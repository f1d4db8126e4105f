package io.millrace.engine.refresh;

import io.millrace.engine.policy.Attempt;
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
import io.millrace.engine.task.TaskRoute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a user-site and every decision about it.
 *
 * <pre>
 *          requested, due           granted
 *   idle ─────────────▶ queued ───────────────▶ running
 *    ▲ ▲                  │ canceled               │ success, failure, timeout, error, canceled
 *    │ └──────────────────┴────────────────────────┤
 *    │ saved                                       │ not retryable, exhausted, given up
 *    └──────────────── disabled ◀──────────────────┘
 * </pre>
 *
 * A person can disable it at any time. An open attempt then continues, but nothing follows it.
 *
 * <p>A collection that is removed from the sources is gone: nothing runs and nothing is due. Its
 * state is kept, and the collection continues from there when it is put back.
 *
 * <p>The step from queued to running is the grant of a channel. The pool stores it, for many tasks
 * at once. The user-site therefore knows only whether it has an open attempt.
 *
 * @param schedule the text of its schedule; empty if it has none
 * @param refreshAt the time of the next booked refresh; absent if there is none
 * @param refreshReason RETRY or SCHEDULE, depending on what is booked
 * @param attempt the current attempt; absent while idle
 * @param attemptNo the number of attempts in the current series, the open one included; 0 after a
 *     success, or when exhausted
 * @param disabled absent if it is not disabled
 * @param lastPlan the last minute of the plan that asked for it; absent if there was none
 * @param decisions the most recent decisions, oldest first
 * @param byHand whether a person began the series
 * @param goneSince when it was removed from the sources; absent if it is defined there
 */
public record UserSite(
    String schedule,
    @Nullable Instant refreshAt,
    @Nullable TaskReason refreshReason,
    @Nullable Attempt attempt,
    int attemptNo,
    @Nullable DisabledState disabled,
    RefreshHealth health,
    @Nullable PlanMinuteDecision lastPlan,
    List<PastDecision> decisions,
    boolean byHand,
    @Nullable Instant goneSince) {
  public static final UserSite NEW =
      new UserSite("", null, null, null, 0, null, RefreshHealth.NEW, null, List.of(), false, null);

  private static final int DECISIONS_SHOWN = 10;

  /** Some more are kept, and dropped together: a row whose end stays the same costs less. */
  private static final int DECISIONS_KEPT = 16;

  public UserSite {
    health = health == null ? RefreshHealth.NEW : health;
    decisions = decisions == null ? List.of() : List.copyOf(decisions);
  }

  /**
   * Decides on a request to refresh now. Each minute of the plan is decided once: a repeated
   * request for that minute gets the same answer.
   *
   * @param plannedAt the minute of the plan that asks; absent if another caller asks
   */
  public RefreshDecision refresh(
      SourceCollection collection,
      RefreshDecisionContext context,
      TaskReason reason,
      @Nullable Instant plannedAt,
      UUID uid,
      Instant now) {
    if (plannedAt != null && lastPlan != null && !plannedAt.isAfter(lastPlan.plannedAt())) {
      return RefreshDecision.repeated(attempt, lastPlan);
    }
    Optional<RefreshRule> blockingRule = context.blockingRule(reason);
    if (blockingRule.isEmpty()) {
      return RefreshDecision.queued(queuedEvent(collection, reason, plannedAt, uid, now), uid);
    }
    return RefreshDecision.skipped(
        blockingRule.get(),
        attempt,
        plannedAt == null
            ? null
            : skippedEvent(now, reason, plannedAt, blockingRule.get(), booking()));
  }

  /**
   * Its due time has come. An early or repeated call changes nothing. If its schedule changed
   * meanwhile, it does not fire by the old one; it takes over the new one instead.
   */
  public Optional<UserSiteEvent> wake(
      SourceCollection collection, RefreshDecisionContext context, UUID uid, Instant now) {
    Policy policy = collection.policy().after(health.lastRefresh());
    Optional<UserSiteEvent> changed = define(policy, now);
    if (changed.isPresent()) {
      return changed;
    }
    Instant due = refreshAt;
    if (due == null || !booking().isDue(now)) {
      return Optional.empty();
    }
    TaskReason reason = booking().reason();
    if (attempt != null) {
      // No report for as long as the attempt may run: it still waits, or its pool will end it soon.
      Booking next = attempt.worstCaseBooking(policy, now);
      return Optional.of(
          skippedEvent(now, reason, due, RefreshRule.ALREADY_QUEUED_OR_RUNNING, next));
    }
    Optional<RefreshRule> blockingRule = context.blockingRule(reason);
    return Optional.of(
        blockingRule.isPresent()
            ? skippedEvent(now, reason, due, blockingRule.get(), policy.bookPlanned(now))
            : queuedEvent(collection, reason, due, uid, now));
  }

  /**
   * The attempt ended. A report about any other attempt changes nothing.
   *
   * @param policy absent if this node does not know it; the present booking then stays
   */
  public Optional<UserSiteEvent> endAttempt(
      UUID uid, Outcome outcome, @Nullable Policy policy, Instant now) {
    return attempt != null && isCurrent(uid)
        ? Optional.of(Ended.of(this, attempt, outcome, policy, now))
        : Optional.empty();
  }

  /** Hides what the end of an attempt booked or disabled, while the collection is gone. */
  List<UserSiteEvent> hiddenWhileGone(UserSiteEvent ended) {
    return goneSince == null ? List.of(ended) : List.of(ended, new Removed(goneSince));
  }

  /** Takes over its return or a new schedule. An unchanged schedule changes nothing. */
  public Optional<UserSiteEvent> define(Policy policy, Instant now) {
    if (goneSince != null) {
      Booking booking = bookReturn(policy, now);
      CollectionReturn returned = CollectionReturn.of(this, policy, booking);
      return Optional.of(new Defined(policy.scheduleText(), booking.at(), returned));
    }
    if (policy.scheduleText().equals(schedule)) {
      return Optional.empty();
    }
    Instant next = disabled == null ? policy.after(health.lastRefresh()).firstPlanned(now) : null;
    return Optional.of(new Defined(policy.scheduleText(), next, null));
  }

  /** It was removed from the sources. An open attempt may end, nothing follows, its state stays. */
  public Optional<UserSiteEvent> undefine(Instant now) {
    return goneSince != null || isBlank() ? Optional.empty() : Optional.of(new Removed(now));
  }

  /** It was deleted. An open attempt may end; the rest of its state is dropped. */
  public Optional<UserSiteEvent> forget() {
    return isBlank() ? Optional.empty() : Optional.of(new Removed(null));
  }

  /** A person saved it again, which enables it. */
  public Optional<UserSiteEvent> save(Policy policy, Instant now) {
    return disabled == null
        ? define(policy, now)
        : Optional.of(
            new Saved(
                now, policy.scheduleText(), policy.after(health.lastRefresh()).firstPlanned(now)));
  }

  /** A person disables it. An open attempt may end, and nothing follows. */
  public Optional<UserSiteEvent> disable(String reason, Instant now) {
    return disabled != null || goneSince != null
        ? Optional.empty()
        : Optional.of(new DisabledByHand(now, reason));
  }

  /** It is deleted now. An open attempt is canceled, and its state is dropped. */
  public List<UserSiteEvent> remove(Instant now) {
    List<UserSiteEvent> events = new ArrayList<>();
    if (attempt != null) {
      Outcome canceled = Outcome.canceled("The user-site was deleted");
      events.add(Ended.of(this, attempt, canceled, null, now));
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

  public UserSiteBuilder toBuilder() {
    return new UserSiteBuilder(this);
  }

  /** Its state is kept until it returns. */
  UserSite withGoneSince(Instant since) {
    return toBuilder().goneSince(since).build();
  }

  /** Empty but for the open attempt, which may still end, and the last decided plan minute. */
  UserSite afterDeletion() {
    return NEW.toBuilder().attempt(attempt).lastPlan(lastPlan).build();
  }

  List<PastDecision> appendDecision(PastDecision decision) {
    List<PastDecision> kept = new ArrayList<>(decisions);
    kept.add(decision);
    return kept.size() > DECISIONS_KEPT ? last(kept) : kept;
  }

  /** The last ten decisions, oldest first. */
  public List<PastDecision> lastDecisions() {
    return last(decisions);
  }

  private static List<PastDecision> last(List<PastDecision> all) {
    return all.subList(Math.max(0, all.size() - DECISIONS_SHOWN), all.size());
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

  /** A planned time that passed while it was gone is not caught up; a retry is. */
  private Booking bookReturn(Policy defined, Instant now) {
    Policy policy = defined.after(health.lastRefresh());
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
      SourceCollection collection,
      TaskReason reason,
      @Nullable Instant plannedAt,
      UUID uid,
      Instant now) {
    boolean amidSeries = reason.isByHand() && attemptNo > 0;
    int no = amidSeries || startsNewSeries(reason) ? 1 : attemptNo + 1;
    TaskPriority priority = reason.isByHand() ? TaskPriority.NOW : collection.work().priority();
    TaskRoute route = collection.work().route(priority.value());
    Attempt next =
        Attempt.of(uid, no, reason, route, collection.policy().timeout(), now)
            .withInterrupted(amidSeries ? booking() : null);
    Booking worst = next.worstCaseBooking(collection.policy().after(health.lastRefresh()), now);
    return new Queued(next, worst.at(), worst.reason(), plannedAt, !worst.equals(booking()));
  }

  /** A planned run gets all its retries, even after a run by hand. */
  private boolean startsNewSeries(TaskReason reason) {
    return byHand && reason != TaskReason.RETRY;
  }

  private Skipped skippedEvent(
      Instant now, TaskReason reason, Instant plannedAt, RefreshRule rule, Booking next) {
    return new Skipped(
        now, plannedAt, rule.text(), next.at(), next.reason(), reason, !next.equals(booking()));
  }
}
