package io.millrace.engine.refresh;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.PastDecision.DecisionKind;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of a user-site: how each changes its state, and what it writes to the history. */
public sealed interface UserSiteEvent extends HistoryWriter.HistoryEvent {

  /** For a booking that is not a retry. */
  int NO_RETRY = 0;

  /** Why it is disabled, for operators. */
  String BY_HAND = "by hand";

  UserSite applyTo(UserSite site);

  /**
   * A refresh was accepted and waits for its channel.
   *
   * @param refreshAt the worst case: what follows if nothing reports; absent if nothing does
   * @param plannedAt the planned time that it serves; absent if there is none
   * @param rebooked whether the booking changed
   */
  record Queued(
      Attempt attempt,
      @Nullable Instant refreshAt,
      TaskReason refreshReason,
      @Nullable Instant plannedAt,
      boolean rebooked)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      boolean plan = isPlan(attempt.reason());
      PastDecision decision =
          new PastDecision(
              attempt.queuedAt(),
              DecisionKind.QUEUED,
              attempt.reason(),
              plannedAt,
              "attempt " + attempt.no());
      return site.toBuilder()
          .refreshAt(refreshAt)
          .refreshReason(refreshReason)
          .attempt(attempt)
          .attemptNo(isAmidSeries() ? site.attemptNo() : attempt.no())
          .lastPlan(
              plan && plannedAt != null ? new PlanMinuteDecision(plannedAt, null) : site.lastPlan())
          .decisions(site.appendDecision(decision))
          .byHand(continuesSeries() ? site.byHand() : attempt.reason().isByHand())
          .goneSince(null)
          .build();
    }

    private boolean continuesSeries() {
      return isAmidSeries() || attempt.reason() == TaskReason.RETRY;
    }

    private boolean isAmidSeries() {
      return attempt.interrupted() != null;
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      boolean retry = attempt.reason() == TaskReason.RETRY;
      TaskId id = CollectionId.parse(owner).taskId(attempt.uid());
      history.queued(attempt.toTask(id, null, retry ? null : plannedAt), null);
      if (rebooked) {
        history.booked(owner, refreshAt, retry());
      }
    }

    private int retry() {
      if (refreshReason != TaskReason.RETRY) {
        return NO_RETRY;
      }
      return isAmidSeries() ? HistoryWriter.SAME_RETRY : attempt.no();
    }
  }

  /**
   * The current attempt ended, with any outcome.
   *
   * @param next absent in events of the first release, which had no retries
   */
  record Ended(
      UUID uid, Instant at, Outcome outcome, @Nullable AttemptFollowUp next, boolean rebooked)
      implements UserSiteEvent {

    /**
     * @param policy absent if this node does not know it
     */
    static Ended of(
        UserSite site, Attempt attempt, Outcome outcome, @Nullable Policy policy, Instant now) {
      Policy known = policy == null ? Policy.DEFAULT : policy;
      AttemptFollowUp followUp = AttemptFollowUp.of(site, attempt, outcome, known, now);
      AttemptFollowUp next =
          policy == null ? followUp.withBooking(site.booking(), attempt.no()) : followUp;
      boolean rebooked = !next.booking().equals(site.booking());
      Outcome complete = known.messages().withSentence(outcome);
      return new Ended(attempt.uid(), now, complete, next, rebooked);
    }

    @Override
    public UserSite applyTo(UserSite site) {
      if (next == null) { // the booking stays
        return UserSite.NEW.toBuilder()
            .schedule(site.schedule())
            .refreshAt(site.refreshAt())
            .refreshReason(TaskReason.SCHEDULE)
            .health(site.health())
            .decisions(site.decisions())
            .build();
      }
      TaskReason reason = reason(site.attempt());
      PastDecision decision = new PastDecision(at, DecisionKind.ENDED, reason, null, detail());
      return site.toBuilder()
          .refreshAt(next.refreshAt())
          .refreshReason(next.refreshReason())
          .attempt(null)
          .attemptNo(next.attemptNo())
          .disabled(disabled(site, next))
          .health(next.health())
          .decisions(site.appendDecision(decision))
          .build();
    }

    /** If a person disabled it meanwhile, that reason and time stay. */
    private @Nullable DisabledState disabled(UserSite site, AttemptFollowUp next) {
      return site.disabled() != null || next.disabledReason() == null
          ? site.disabled()
          : new DisabledState(at, next.disabledReason(), next.disabledMessage());
    }

    private static @Nullable TaskReason reason(@Nullable Attempt ended) {
      return ended == null ? null : ended.reason();
    }

    /** What follows. Events of the first release have been applied long ago. */
    AttemptFollowUp followUp() {
      if (next == null) {
        throw new IllegalStateException("The event of " + uid + " does not say what follows");
      }
      return next;
    }

    private String detail() {
      String kind = outcome.kind().name().toLowerCase(Locale.ROOT);
      return kind
          + (outcome.message().isEmpty() ? "" : " (" + outcome.message() + ")")
          + "; "
          + followUp().text();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      AttemptFollowUp next = followUp();
      history.ended(uid, at, outcome);
      if (outcome.kind() == Outcome.Kind.SUCCESS) {
        history.succeeded(owner, at);
      }
      String disabledReason = next.disabledReason();
      if (disabledReason != null) {
        history.disabled(owner, disabledReason);
        history.notify(RefreshNotifications.disabled(this, owner));
      } else if (rebooked) {
        history.booked(owner, next.refreshAt(), next.retryNo());
      }
      if (next.changed()) {
        history.notify(RefreshNotifications.statusChanged(this, owner));
      }
      if (next.warning()) {
        history.notify(RefreshNotifications.giveUpWarning(this, owner));
      }
    }
  }

  /**
   * A refresh was requested or due, and a rule blocked it.
   *
   * @param why the name of the rule
   * @param reason of the request; absent for its schedule
   */
  record Skipped(
      Instant at,
      Instant plannedAt,
      String why,
      @Nullable Instant refreshAt,
      TaskReason refreshReason,
      @Nullable TaskReason reason,
      boolean rebooked)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      boolean plan = isPlan(reason);
      PastDecision decision = new PastDecision(at, DecisionKind.SKIPPED, reason, plannedAt, why);
      return site.toBuilder()
          .refreshAt(refreshAt)
          .refreshReason(refreshReason)
          .attemptNo(plan || site.attempt() != null ? site.attemptNo() : 0)
          .lastPlan(plan ? new PlanMinuteDecision(plannedAt, RefreshRule.of(why)) : site.lastPlan())
          .decisions(isSafetyNet() ? site.decisions() : site.appendDecision(decision))
          .build();
    }

    /** Whether this wake-up only guarded the open attempt against being forgotten. */
    public boolean isSafetyNet() {
      return reason == TaskReason.RETRY && why.equals(RefreshRule.ALREADY_QUEUED_OR_RUNNING.text());
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      if (!isSafetyNet()) {
        history.skipped(at, why);
      }
      if (rebooked) {
        history.booked(owner, refreshAt, isSafetyNet() ? HistoryWriter.SAME_RETRY : NO_RETRY);
      }
    }
  }

  /**
   * Its schedule was set or changed, or it was put back into the sources.
   *
   * @param returned the state with which it continues; absent if it was not gone
   */
  record Defined(String schedule, @Nullable Instant refreshAt, @Nullable CollectionReturn returned)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      return site.toBuilder()
          .schedule(schedule)
          .refreshAt(refreshAt)
          .refreshReason(returned == null ? TaskReason.SCHEDULE : returned.refreshReason())
          .attemptNo(returned == null ? site.attemptNo() : returned.attemptNo())
          .goneSince(null)
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.scheduleChanged(owner, refreshAt, schedule);
      if (returned != null) {
        returned.record(owner, refreshAt, history);
      }
    }
  }

  /** It was disabled, and a person saved it again. */
  record Saved(Instant at, String schedule, @Nullable Instant refreshAt) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      PastDecision decision = new PastDecision(at, DecisionKind.SAVED, null, null, "enabled again");
      return site.toBuilder()
          .schedule(schedule)
          .refreshAt(refreshAt)
          .refreshReason(TaskReason.SCHEDULE)
          .attemptNo(site.attempt() == null ? 0 : site.attemptNo())
          .disabled(null)
          .health(new RefreshHealth(site.health().lastRefresh(), null, false))
          .decisions(site.appendDecision(decision))
          .goneSince(null)
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.enabled(owner);
      history.scheduleChanged(owner, refreshAt, schedule);
    }
  }

  /** A person disabled it until it is saved again. */
  record DisabledByHand(Instant at, String reason) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      PastDecision decision = new PastDecision(at, DecisionKind.DISABLED, null, null, reason);
      return site.toBuilder()
          .refreshAt(null)
          .refreshReason(null)
          .attemptNo(site.attempt() == null ? 0 : site.attemptNo())
          .disabled(new DisabledState(at, reason, BY_HAND))
          .decisions(site.appendDecision(decision))
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.disabled(owner, reason);
      history.notify(
          Notification.of(
              Kind.DISABLED,
              owner,
              at.toString(),
              at,
              Map.of("reason", reason, "message", BY_HAND)));
    }
  }

  /**
   * It was removed.
   *
   * @param goneAt when it was removed from the sources, with its state kept; absent if it was
   *     deleted
   */
  record Removed(@Nullable Instant goneAt) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      return goneAt == null ? site.afterDeletion() : site.withGoneSince(goneAt);
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.removedFromDue(owner);
      if (goneAt == null) {
        history.deleted(owner);
      } else {
        history.suspended(owner, goneAt);
      }
    }
  }

  private static boolean isPlan(@Nullable TaskReason reason) {
    return reason == TaskReason.PLAN || reason == TaskReason.CATCH_UP;
  }
}
