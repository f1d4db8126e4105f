package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.MinutePages.MinuteEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The work for a page of a minute.
 *
 * @param users the users that begin on this page
 * @param marks the reasons to store by user; an empty reason removes a stored one
 * @param refreshes the user-sites to ask
 */
record MinutePageWork(MinuteTally users, Map<String, String> marks, List<MinuteEntry> refreshes) {

  /**
   * @param lastUser the last user of the previous page, who is already counted
   */
  static MinutePageWork of(
      List<MinuteEntry> page, String lastUser, FlywheelSettings settings, Instant now) {
    MinuteTally users = MinuteTally.NOTHING;
    Map<String, String> marks = new LinkedHashMap<>();
    List<MinuteEntry> refreshes = new ArrayList<>();
    String counted = lastUser;
    for (MinuteEntry entry : page) {
      Optional<UserRule> rule = UserRule.firstThatSkips(entry.user(), settings, now);
      if (!entry.user().id().equals(counted)) {
        counted = entry.user().id();
        users = users.plus(rule.map(MinuteTally::skipped).orElseGet(MinuteTally::passed));
        String reason = rule.map(UserRule::text).orElse(null);
        if (!Objects.equals(reason, entry.wasSkipped())) {
          marks.put(counted, Objects.requireNonNullElse(reason, ""));
        }
      }
      if (rule.isEmpty()) {
        refreshes.add(entry);
      }
    }
    return new MinutePageWork(users, marks, refreshes);
  }
}
