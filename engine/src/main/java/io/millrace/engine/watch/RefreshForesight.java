package io.millrace.engine.watch;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.flywheel.UserRule;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.refresh.RefreshDecisionContext;
import io.millrace.engine.refresh.RefreshHealth;
import io.millrace.engine.refresh.RefreshRule.RuleVerdict;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Foresees the next refresh of a row in a list that will really run. It wakes no user-site: a row
 * has what the rules need.
 */
public record RefreshForesight(
    SiteRegistry sites, CollectionDefinitions definitions, FlywheelSettings settings) {

  /** The next refresh of something that is neither open nor disabled. */
  public NextRefresh next(UserSiteOverview row, Instant now) {
    CollectionId id = new CollectionId(row.source(), row.collection());
    return NextRefresh.of(
        verdicts(row, sites.find(row.source()).orElse(null), now),
        booked(row),
        definitions.find(id).map(SourceCollection::policy).orElse(null),
        row.planned(),
        skippedBy(row.plannedUser(), now));
  }

  private static Booking booked(UserSiteOverview row) {
    Instant at = row.refreshAt();
    return at != null && row.retry() > 0 ? Booking.retry(at) : Booking.planned(at);
  }

  /** A site that this node does not know yet says nothing. */
  private List<RuleVerdict> verdicts(UserSiteOverview row, @Nullable Site site, Instant now) {
    return row.facts() != null && site == null
        ? List.of()
        : new RefreshDecisionContext(
                userSite(row.last()), site, row.facts(), settings.throttling(), now)
            .verdicts(TaskReason.PLAN);
  }

  /** As its last task left it, as far as the rules ask. */
  private static UserSite userSite(@Nullable Task last) {
    RefreshHealth health =
        last != null && last.status() == TaskStatus.SUCCESS
            ? new RefreshHealth(last.times().finishedAt(), null, false)
            : RefreshHealth.NEW;
    return new UserSite("", null, null, null, 0, null, health, null, List.of(), false, null);
  }

  private @Nullable String skippedBy(@Nullable PlannedUser user, Instant now) {
    return user == null
        ? null
        : UserRule.firstThatSkips(user, settings, now).map(UserRule::text).orElse(null);
  }
}
