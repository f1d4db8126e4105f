package io.millrace.engine.simulate;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.RefreshDecision;
import io.millrace.engine.refresh.RefreshDecisionContext;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.simulate.EventQueue.EventKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The user-sites and collections of a simulation. {@link UserSite} decides, as it does for the
 * actor of each.
 */
final class SimulatedRefreshes {

  /** Receives the attempts that begin to wait. */
  @FunctionalInterface
  interface AttemptQueue {
    void queued(OpenAttempt open, WaitingTask task);
  }

  private final VirtualUserSites table;
  private final FlywheelSettings settings;
  private final VirtualUids uids;
  private final EventQueue events;
  private final SimulationTally tally;
  private final FreshnessTally freshness;
  private final AttemptQueue queue;

  SimulatedRefreshes(
      VirtualUserSites table,
      FlywheelSettings settings,
      VirtualUids uids,
      EventQueue events,
      SimulationTally tally,
      FreshnessTally freshness,
      AttemptQueue queue) {
    this.table = table;
    this.settings = settings;
    this.uids = uids;
    this.events = events;
    this.tally = tally;
    this.freshness = freshness;
    this.queue = queue;
  }

  /** Books what the snapshot did not know: the first planned time of each idle row. */
  void bookFirst(Instant from) {
    Instant before = from.minusMillis(1);
    for (int row = 0; row < table.size(); row++) {
      Policy policy = table.definition(row).collection().policy();
      if (table.isDisabled(row)) {
        continue;
      }
      if (table.refreshAt(row) == VirtualUserSites.NONE && policy.schedule() != null) {
        table.book(row, Booking.planned(policy.firstPlanned(before)), 0, false);
      }
      bookDue(row, from.toEpochMilli());
    }
  }

  private void bookDue(int row, long now) {
    long at = table.refreshAt(row);
    if (at != VirtualUserSites.NONE) {
      events.add(Math.max(at, now), EventKind.USER_SITE_DUE, row);
    }
  }

  /** An attempt that was open when the virtual clock started. */
  OpenAttempt resume(int row, Attempt attempt) {
    UserSite idle = table.load(row);
    table.store(row, idle.toBuilder().attempt(attempt).attemptNo(attempt.no()).build());
    return open(row, attempt);
  }

  private OpenAttempt open(int row, Attempt attempt) {
    RefreshDefinition definition = table.definition(row);
    return new OpenAttempt(attempt, row, null, definition.source(), definition.profile());
  }

  /** The plan asks. */
  void refresh(int row, TaskReason reason, Instant minute, Instant now) {
    UserSite site = table.load(row);
    UUID uid = uids.uid(table.key(row), now.toEpochMilli());
    RefreshDecision decision =
        site.refresh(
            table.definition(row).collection(), context(row, site, now), reason, minute, uid, now);
    if (decision.skipped() != null) {
      tally.skipped(decision.skipped().text());
    }
    decision.event().ifPresent(event -> apply(row, site, event, now));
  }

  /** Its due time has come. */
  void wake(int row, Instant now) {
    long at = table.refreshAt(row);
    if (at == VirtualUserSites.NONE || at > now.toEpochMilli()) {
      return; // another event has booked it for later
    }
    UserSite site = table.load(row);
    UUID uid = uids.uid(table.key(row), now.toEpochMilli());
    Optional<UserSiteEvent> event =
        site.wake(table.definition(row).collection(), context(row, site, now), uid, now);
    if (event.isPresent()) {
      if (event.get() instanceof UserSiteEvent.Skipped skipped && !skipped.isSafetyNet()) {
        tally.skipped(skipped.why());
      }
      apply(row, site, event.get(), now);
    }
  }

  /** Its attempt has ended. */
  void endAttempt(int row, UUID uid, Outcome outcome, Instant now) {
    UserSite site = table.load(row);
    Policy policy = table.definition(row).collection().policy();
    site.endAttempt(uid, outcome, policy, now).ifPresent(event -> apply(row, site, event, now));
    if (outcome.kind() == Outcome.Kind.SUCCESS) {
      freshness.succeeded(row, now.toEpochMilli());
    }
  }

  private RefreshDecisionContext context(int row, UserSite site, Instant now) {
    UserSiteFacts facts = table.facts(row);
    return new RefreshDecisionContext(
        site, table.definition(row).site(), facts, settings.throttling(), now);
  }

  private void apply(int row, UserSite before, UserSiteEvent event, Instant now) {
    long bookedBefore = table.refreshAt(row);
    UserSite after = event.applyTo(before);
    if (after.disabled() != null && before.disabled() == null) {
      freshness.disabled(row, now.toEpochMilli());
    }
    table.store(row, after);
    if (table.refreshAt(row) != bookedBefore) {
      bookDue(row, now.toEpochMilli());
    }
    Attempt attempt = after.attempt();
    if (event instanceof UserSiteEvent.Queued && attempt != null) {
      WaitingTask task =
          WaitingTask.of(
              attempt.toTask(
                  table.definition(row).collection().id().taskId(attempt.uid()), null, null));
      queue.queued(open(row, attempt), task);
    }
  }
}
