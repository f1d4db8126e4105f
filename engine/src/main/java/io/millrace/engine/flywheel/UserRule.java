package io.millrace.engine.flywheel;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rules that can exclude a user from the plan, in the order in which they are checked. */
public enum UserRule {
  UNKNOWN_USER {
    @Override
    UserRuleCheck check(PlannedUser user, Duration maximum, Instant now) {
      return new UserRuleCheck(this, !user.known(), Map.of());
    }
  },
  USER_BLOCKED {
    @Override
    UserRuleCheck check(PlannedUser user, Duration maximum, Instant now) {
      return new UserRuleCheck(
          this, user.blocked(), Map.of("status", user.blocked() ? "BLOCKED" : "ACTIVE"));
    }
  },
  NEVER_LOGGED_IN {
    @Override
    UserRuleCheck check(PlannedUser user, Duration maximum, Instant now) {
      return new UserRuleCheck(
          this, user.requiresRecentLogin() && user.lastLogin() == null, login(user, maximum));
    }
  },
  NOT_LOGGED_IN_RECENTLY {
    @Override
    UserRuleCheck check(PlannedUser user, Duration maximum, Instant now) {
      boolean tooLongAgo =
          user.lastLogin() != null && user.lastLogin().isBefore(now.minus(maximum));
      return new UserRuleCheck(
          this, user.requiresRecentLogin() && tooLongAgo, login(user, maximum));
    }
  },
  NO_USER_SITES {
    @Override
    UserRuleCheck check(PlannedUser user, Duration maximum, Instant now) {
      return new UserRuleCheck(this, !user.hasUserSites(), Map.of());
    }
  };

  /**
   * The result of a rule.
   *
   * @param skips whether it excludes the user
   * @param values the values that it checked: plain JSON values, including null
   */
  public record UserRuleCheck(UserRule rule, boolean skips, Map<String, Object> values) {}

  abstract UserRuleCheck check(PlannedUser user, Duration maximum, Instant now);

  /** Returns the result of every rule for this user, in order. */
  public static List<UserRuleCheck> checks(
      PlannedUser user, FlywheelSettings settings, Instant now) {
    return Arrays.stream(values())
        .map(rule -> rule.check(user, settings.maximumSinceLastLogin(), now))
        .toList();
  }

  /** Returns the first rule that excludes this user. */
  public static Optional<UserRule> firstThatSkips(
      PlannedUser user, FlywheelSettings settings, Instant now) {
    return Arrays.stream(values())
        .filter(rule -> rule.check(user, settings.maximumSinceLastLogin(), now).skips())
        .findFirst();
  }

  /** The word of the API, the tables and the metrics, such as {@code user-blocked}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Map<String, Object> login(PlannedUser user, Duration maximum) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("requires_recent_login", user.requiresRecentLogin());
    values.put("last_login", user.lastLogin() == null ? null : user.lastLogin().toString());
    values.put("maximum_days_since_last_login", maximum.toDays());
    return values;
  }
}
