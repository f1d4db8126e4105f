package io.millrace.engine.wait;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.refresh.NextRefresh.SkippedTime;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.task.Blocker;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a user-site or a collection waits for. */
public final class RefreshWait {
  private RefreshWait() {}

  /**
   * @param ofTask what its queued task waits for; absent if it has none
   * @return empty if it runs
   */
  public static Optional<Wait> of(
      UserSiteStateReply view, NextRefresh next, @Nullable Wait ofTask) {
    UserSite site = view.userSite();
    if (site.attempt() != null) {
      return Optional.ofNullable(view.started() == null ? ofTask : null);
    }
    if (site.goneSince() != null) {
      return Optional.of(
          Wait.of(Blocker.SUSPENDED, "Missing from the sources since " + site.goneSince(), null));
    }
    if (site.disabled() != null) {
      return Optional.of(
          Wait.of(
              Blocker.DISABLED, "Disabled until it is saved: " + site.disabled().reason(), null));
    }
    return Optional.of(next.skips().isEmpty() ? booked(next, view.next()) : rule(next));
  }

  private static Wait rule(NextRefresh next) {
    SkippedTime first = next.skips().get(0);
    return Wait.ofRule(first.rule(), text(next), next.at());
  }

  /** Which times a rule skips, and what comes after them. */
  public static String text(NextRefresh next) {
    SkippedTime first = next.skips().get(0);
    String skipped = first.at() + " is skipped: " + first.rule();
    if (next.at() != null) {
      return skipped + ". The next one that runs is at " + next.at();
    }
    return first.until() == null
        ? skipped + ", which does not end by itself"
        : skipped + " until " + first.until() + ". No later time is known yet";
  }

  private static Wait booked(NextRefresh next, Booking booking) {
    Instant at = next.at();
    if (at == null) {
      return Wait.of(Blocker.NOTHING_BOOKED, "No schedule: start it by hand", null);
    }
    if (next.reason() == TaskReason.PLAN) {
      return Wait.of(Blocker.PLAN, "The minute of its user in the plan: " + at, at);
    }
    return booking.reason() == TaskReason.RETRY
        ? Wait.of(Blocker.RETRY_BOOKED, "A retry is booked for " + at, at)
        : Wait.of(Blocker.SCHEDULE, "Its next planned time: " + at, at);
  }
}
