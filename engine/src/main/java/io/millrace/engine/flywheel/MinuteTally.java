package io.millrace.engine.flywheel;

import java.util.Map;
import java.util.TreeMap;

/**
 * The results of a minute. {@code users} counts skipped and passed users. {@code userSites} counts
 * the started and skipped user-sites of the users that passed.
 */
public record MinuteTally(
    int users,
    Map<String, Integer> skippedUsers,
    int userSites,
    int started,
    Map<String, Integer> skippedUserSites) {
  static final MinuteTally NOTHING = new MinuteTally(0, Map.of(), 0, 0, Map.of());

  static MinuteTally passed() {
    return new MinuteTally(1, Map.of(), 0, 0, Map.of());
  }

  static MinuteTally skipped(UserRule rule) {
    return new MinuteTally(1, Map.of(rule.text(), 1), 0, 0, Map.of());
  }

  static MinuteTally of(RefreshGateway.PlannedRefreshReply answer) {
    return answer.skipped() == null
        ? new MinuteTally(0, Map.of(), 1, 1, Map.of())
        : new MinuteTally(0, Map.of(), 1, 0, Map.of(answer.skipped(), 1));
  }

  MinuteTally plus(MinuteTally other) {
    return new MinuteTally(
        users + other.users,
        sum(skippedUsers, other.skippedUsers),
        userSites + other.userSites,
        started + other.started,
        sum(skippedUserSites, other.skippedUserSites));
  }

  private static Map<String, Integer> sum(Map<String, Integer> a, Map<String, Integer> b) {
    Map<String, Integer> sum = new TreeMap<>(a);
    b.forEach((reason, count) -> sum.merge(reason, count, Integer::sum));
    return sum;
  }
}
