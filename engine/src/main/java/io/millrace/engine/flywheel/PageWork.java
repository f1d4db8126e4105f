package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.MinutePages.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be done for a page of a minute.
 *
 * @param users the users that begin on this page
 * @param marks users whose reason to be left out is not yet in the plan; empty = none any more
 * @param refreshes the user-sites to ask
 */
record PageWork(Tally users, Map<String, String> marks, List<Entry> refreshes) {

  /**
   * @param lastUser the last one of the page before, who is counted already
   */
  static PageWork of(List<Entry> page, String lastUser, FlywheelSettings settings, Instant now) {
    Tally users = Tally.NOTHING;
    Map<String, String> marks = new LinkedHashMap<>();
    List<Entry> refreshes = new ArrayList<>();
    String counted = lastUser;
    for (Entry entry : page) {
      Optional<UserRule> rule = UserRule.first(entry.user(), settings, now);
      if (!entry.user().id().equals(counted)) {
        counted = entry.user().id();
        users = users.plus(rule.map(Tally::skipped).orElseGet(Tally::passed));
        String reason = rule.map(UserRule::text).orElse(null);
        if (!Objects.equals(reason, entry.wasSkipped())) {
          marks.put(counted, Objects.requireNonNullElse(reason, ""));
        }
      }
      if (rule.isEmpty()) {
        refreshes.add(entry);
      }
    }
    return new PageWork(users, marks, refreshes);
  }
}
