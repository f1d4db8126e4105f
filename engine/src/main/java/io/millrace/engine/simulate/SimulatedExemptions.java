package io.millrace.engine.simulate;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.UserRule;
import io.millrace.engine.refresh.RefreshDecisionContext;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When the rules let nobody refresh a user-site, so that its promise does not count. */
record SimulatedExemptions(
    VirtualDirectory directory, VirtualUserSites table, FlywheelSettings settings) {

  /** Whether it is exempt from that time on. A disabled one is not meant: it may become that. */
  boolean isExemptFrom(int row, Instant from) {
    int user = table.user(row);
    return user >= 0 && UserRule.firstThatSkips(directory.planned(user), settings, from).isPresent()
        || new RefreshDecisionContext(
                UserSite.NEW,
                table.definition(row).site(),
                table.facts(row),
                settings.throttling(),
                Instant.MAX) // what ends by itself has ended by then
            .blockingRule(TaskReason.SCHEDULE)
            .isPresent();
  }

  /** When an exemption that ends by itself is over: that time, or later. */
  long end(int row, long from) {
    Site site = table.definition(row).site();
    UserSiteFacts facts = table.facts(row);
    Instant asked = facts == null ? null : facts.lastMfaRequiredAt();
    return asked == null || site == null || !site.scraping()
        ? from
        : Math.max(from, asked.plus(settings.throttling().minimumSinceMfa()).toEpochMilli());
  }

  /** When its user's login has become too old: that time, or earlier. */
  long begin(int row, long until) {
    Instant login = countingLogin(table.user(row));
    return login == null
        ? until
        : Math.min(until, login.plus(settings.maximumSinceLastLogin()).toEpochMilli());
  }

  /** Absent if it does not matter. */
  private @Nullable Instant countingLogin(int user) {
    return user >= 0 && directory.planned(user).requiresRecentLogin()
        ? directory.lastLogin(user)
        : null;
  }
}
