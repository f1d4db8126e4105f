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
   * @param refreshAt the worst case: what follows if nothing reports; null if nothing does
   * @param plannedAt the planned time that it serves; null if there is none
   * @param rebooked whether the booking changed
   */
  record Queued(
      Attempt attempt,
      Instant refreshAt,
      TaskReason refreshReason,
      Instant plannedAt,
      boolean rebooked)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      boolean plan = isPlan(attempt.reason());
      return new UserSite(
          site.schedule(),
          refreshAt,
          refreshReason,
          attempt,
          isAmidSeries() ? site.attemptNo() : attempt.no(),
          site.disabled(),
          site.health(),
          plan ? new PlanMinuteDecision(plannedAt, null) : site.lastPlan(),
          site.appendDecision(
              new PastDecision(
                  attempt.queuedAt(),
                  DecisionKind.QUEUED,
                  attempt.reason(),
                  plannedAt,
                  "attempt " + attempt.no())),
          isAmidSeries() || attempt.reason() == TaskReason.RETRY
              ? site.byHand()
              : attempt.reason().isByHand(),
          null);
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

  /** The current attempt ended, with any outcome. */
  record Ended(UUID uid, Instant at, Outcome outcome, AttemptFollowUp next, boolean rebooked)
      implements UserSiteEvent {

    /**
     * @param policy null if this node does not know it
     */
    static Ended of(UserSite site, Outcome outcome, Policy policy, Instant now) {
      Policy known = policy == null ? Policy.DEFAULT : policy;
      AttemptFollowUp followUp = AttemptFollowUp.of(site, outcome, known, now);
      AttemptFollowUp next =
          policy == null ? followUp.withBooking(site.booking(), site.attempt().no()) : followUp;
      boolean rebooked = !next.booking().equals(site.booking());
      Outcome complete = known.messages().withSentence(outcome);
      return new Ended(site.attempt().uid(), now, complete, next, rebooked);
    }

    @Override
    public UserSite applyTo(UserSite site) {
      if (next == null) { // the first release had no retries: the booking stays
        return new UserSite(
            site.schedule(),
            site.refreshAt(),
            TaskReason.SCHEDULE,
            null,
            0,
            null,
            site.health(),
            null,
            site.decisions(),
            false,
            null);
      }
      return new UserSite(
          site.schedule(),
          next.refreshAt(),
          next.refreshReason(),
          null,
          next.attemptNo(),
          disabled(site),
          next.health(),
          site.lastPlan(),
          site.appendDecision(
              new PastDecision(at, DecisionKind.ENDED, site.attempt().reason(), null, detail())),
          site.byHand(),
          site.goneSince());
    }

    /** If a person disabled it meanwhile, that reason and time stay. */
    private DisabledState disabled(UserSite site) {
      return site.disabled() != null || next.disabledReason() == null
          ? site.disabled()
          : new DisabledState(at, next.disabledReason(), next.disabledMessage());
    }

    private String detail() {
      String kind = outcome.kind().name().toLowerCase(Locale.ROOT);
      return kind
          + (outcome.message().isEmpty() ? "" : " (" + outcome.message() + ")")
          + "; "
          + next.text();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.ended(uid, at, outcome);
      if (next.disabledReason() != null) {
        history.disabled(owner, next.disabledReason());
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
   * @param reason of the request; null for its schedule
   */
  record Skipped(
      Instant at,
      Instant plannedAt,
      String why,
      Instant refreshAt,
      TaskReason refreshReason,
      TaskReason reason,
      boolean rebooked)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      boolean plan = isPlan(reason);
      PastDecision decision = new PastDecision(at, DecisionKind.SKIPPED, reason, plannedAt, why);
      return new UserSite(
          site.schedule(),
          refreshAt,
          refreshReason,
          site.attempt(),
          plan || site.attempt() != null ? site.attemptNo() : 0,
          site.disabled(),
          site.health(),
          plan ? new PlanMinuteDecision(plannedAt, RefreshRule.of(why)) : site.lastPlan(),
          isSafetyNet() ? site.decisions() : site.appendDecision(decision),
          site.byHand(),
          site.goneSince());
    }

    /** Whether this wake-up only guarded the open attempt against being forgotten. */
    boolean isSafetyNet() {
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
   * @param returned the state with which it continues; null if it was not gone
   */
  record Defined(String schedule, Instant refreshAt, CollectionReturn returned)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      return new UserSite(
          schedule,
          refreshAt,
          returned == null ? TaskReason.SCHEDULE : returned.refreshReason(),
          site.attempt(),
          returned == null ? site.attemptNo() : returned.attemptNo(),
          site.disabled(),
          site.health(),
          site.lastPlan(),
          site.decisions(),
          site.byHand(),
          null);
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
  record Saved(Instant at, String schedule, Instant refreshAt) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite site) {
      return new UserSite(
          schedule,
          refreshAt,
          TaskReason.SCHEDULE,
          site.attempt(),
          site.attempt() == null ? 0 : site.attemptNo(),
          null,
          new RefreshHealth(site.health().lastRefresh(), null, false),
          site.lastPlan(),
          site.appendDecision(
              new PastDecision(at, DecisionKind.SAVED, null, null, "enabled again")),
          site.byHand(),
          null);
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
      return new UserSite(
          site.schedule(),
          null,
          null,
          site.attempt(),
          site.attempt() == null ? 0 : site.attemptNo(),
          new DisabledState(at, reason, BY_HAND),
          site.health(),
          site.lastPlan(),
          site.appendDecision(new PastDecision(at, DecisionKind.DISABLED, null, null, reason)),
          site.byHand(),
          site.goneSince());
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
   * @param goneAt when it was removed from the sources, with its state kept; null if it was deleted
   */
  record Removed(Instant goneAt) implements UserSiteEvent {
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

  private static boolean isPlan(TaskReason reason) {
    return reason == TaskReason.PLAN || reason == TaskReason.CATCH_UP;
  }
}
