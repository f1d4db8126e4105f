package io.millrace.engine.flywheel;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The rules that can exclude a user from the plan, in the order in which they are checked. */
public enum UserRule {
  UNKNOWN_USER {
    @Override
    boolean skips(PlannedUser user, Duration maximum, Instant now) {
      return !user.known();
    }
  },
  USER_BLOCKED {
    @Override
    boolean skips(PlannedUser user, Duration maximum, Instant now) {
      return user.blocked();
    }

    @Override
    Map<String, Object> values(PlannedUser user, Duration maximum) {
      return Map.of("status", user.blocked() ? "BLOCKED" : "ACTIVE");
    }
  },
  NEVER_LOGGED_IN {
    @Override
    boolean skips(PlannedUser user, Duration maximum, Instant now) {
      return user.requiresRecentLogin() && user.lastLogin() == null;
    }

    @Override
    Map<String, Object> values(PlannedUser user, Duration maximum) {
      return login(user, maximum);
    }
  },
  NOT_LOGGED_IN_RECENTLY {
    @Override
    boolean skips(PlannedUser user, Duration maximum, Instant now) {
      return user.requiresRecentLogin()
          && user.lastLogin() != null
          && user.lastLogin().isBefore(now.minus(maximum));
    }

    @Override
    Map<String, Object> values(PlannedUser user, Duration maximum) {
      return login(user, maximum);
    }
  },
  NO_USER_SITES {
    @Override
    boolean skips(PlannedUser user, Duration maximum, Instant now) {
      return !user.hasUserSites();
    }
  };

  private static final List<UserRule> RULES = List.of(values());

  /**
   * The result of a rule.
   *
   * @param skips whether it excludes the user
   * @param values the values that it checked: plain JSON values, including null
   */
  public record UserRuleCheck(UserRule rule, boolean skips, Map<String, Object> values) {}

  /** Whether it excludes the user. */
  abstract boolean skips(PlannedUser user, Duration maximum, Instant now);

  /** The values that it checks. */
  Map<String, Object> values(PlannedUser user, Duration maximum) {
    return Map.of();
  }

  /** Returns the result of every rule for this user, in order. */
  public static List<UserRuleCheck> checks(
      PlannedUser user, FlywheelSettings settings, Instant now) {
    Duration maximum = settings.maximumSinceLastLogin();
    return RULES.stream()
        .map(
            rule ->
                new UserRuleCheck(rule, rule.skips(user, maximum, now), rule.values(user, maximum)))
        .toList();
  }

  /** Returns the first rule that excludes this user. It is asked for every user of every plan. */
  public static Optional<UserRule> firstThatSkips(
      PlannedUser user, FlywheelSettings settings, Instant now) {
    for (UserRule rule : RULES) {
      if (rule.skips(user, settings.maximumSinceLastLogin(), now)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
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
