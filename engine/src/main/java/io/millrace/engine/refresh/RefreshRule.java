package io.millrace.engine.refresh;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules that can block a refresh of a user-site, in the order in which they are checked. */
public enum RefreshRule {
  PROVIDER_BLACKLISTED {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      verdict
          .value("provider", context.knownSite().provider())
          .blocksIf(
              context.throttling().blacklistedProviders().contains(context.knownSite().provider()));
    }
  },
  SITE_NOT_SUPPORTED {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      verdict
          .value("supported", context.knownSite().supported())
          .blocksIf(!context.knownSite().supported());
    }
  },
  SITE_IN_MAINTENANCE {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      verdict
          .value("maintenance", context.knownSite().maintenance())
          .blocksIf(context.knownSite().maintenance());
    }
  },
  BEING_MIGRATED {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      verdict
          .value("migrating", context.knownFacts().migrating())
          .blocksIf(context.knownFacts().migrating());
    }
  },
  INTERACTION_NEEDED {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      verdict
          .value("status", context.knownFacts().status())
          .blocksIf(context.knownFacts().status().needsInteraction());
    }

    @Override
    boolean binds(TaskReason reason) {
      return !reason.isByHand();
    }
  },
  DISABLED_UNTIL_UPDATE {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      DisabledState disabled = context.userSite().disabled();
      verdict
          .value("reason", disabled == null ? null : disabled.reason())
          .blocksIf(disabled != null);
    }

    @Override
    boolean needsDirectory() {
      return false;
    }
  },
  RECENTLY_REQUIRED_MFA {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      Instant at = context.knownFacts().lastMfaRequiredAt();
      verdict
          .value("scraping", context.knownSite().scraping())
          .value("last_mfa_required_at", at)
          .blocksIf(
              context.knownSite().scraping()
                  && isWithin(context.throttling().minimumSinceMfa(), at, context.now()))
          .until(at == null ? null : at.plus(context.throttling().minimumSinceMfa()));
    }

    @Override
    boolean binds(TaskReason reason) {
      return INTERACTION_NEEDED.binds(reason);
    }
  },
  RECENTLY_REFRESHED {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      UserSiteFacts facts = context.knownFacts();
      Instant at =
          isCredible(facts.lastRefresh(), context.now())
              ? lastRefresh(facts, context.userSite().health())
              : context.userSite().health().lastRefresh();
      verdict
          .value("last_refresh", at)
          .value("minimum_seconds", context.throttling().minimumSinceLastRefresh().toSeconds())
          .blocksIf(isWithin(context.throttling().minimumSinceLastRefresh(), at, context.now()))
          .until(at == null ? null : at.plus(context.throttling().minimumSinceLastRefresh()));
    }

    @Override
    boolean binds(TaskReason reason) {
      return reason == TaskReason.PLAN || reason == TaskReason.CATCH_UP;
    }
  },
  ALREADY_QUEUED_OR_RUNNING {
    @Override
    void check(RefreshDecisionContext context, RuleVerdict.Builder verdict) {
      Attempt attempt = context.userSite().attempt();
      verdict
          .value("attempt_uid", attempt == null ? null : attempt.uid())
          .blocksIf(attempt != null);
    }

    @Override
    boolean needsDirectory() {
      return false;
    }
  };

  /** How far the clock of a client may be ahead of this one. */
  static final Duration MOST_CLOCK_SKEW = Duration.ofMinutes(5);

  /** Checks one condition; notes the values it read and whether they block the refresh. */
  abstract void check(RefreshDecisionContext context, RuleVerdict.Builder verdict);

  /** Whether the rule applies to a refresh for that reason. A person may overrule some rules. */
  boolean binds(TaskReason reason) {
    return true;
  }

  /** Whether it needs facts of the directory. A collection of a source is not in the directory. */
  boolean needsDirectory() {
    return true;
  }

  /** The name in the API, the tables and the metrics, such as {@code site-in-maintenance}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static RefreshRule of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The last known refresh, by Millrace or as told by the client; absent if there is none. */
  public static @Nullable Instant lastRefresh(@Nullable UserSiteFacts facts, RefreshHealth health) {
    Instant reported = facts == null ? null : facts.lastRefresh();
    Instant own = health.lastRefresh();
    return own == null || reported != null && reported.isAfter(own) ? reported : own;
  }

  /** The window is half-open. A zero window never matches, and neither does a future time. */
  private static boolean isWithin(Duration window, @Nullable Instant at, Instant now) {
    return at != null && !window.isZero() && now.isBefore(at.plus(window)) && isCredible(at, now);
  }

  /** Nothing has happened yet at a time that is further ahead than clocks differ. */
  private static boolean isCredible(@Nullable Instant at, Instant now) {
    return at == null || !at.isAfter(now.plus(MOST_CLOCK_SKEW));
  }

  /**
   * Whether a rule allows a refresh, and the values it checked.
   *
   * @param binding false if the reason of the request overrules the rule
   * @param until when it no longer blocks by itself; absent if it passes, or blocks without end
   */
  public record RuleVerdict(
      RefreshRule rule,
      boolean passes,
      boolean binding,
      Map<String, Object> values,
      @Nullable Instant until) {
    /** Whether it will block a refresh for that reason at a coming time. */
    boolean blocksAt(Instant at, TaskReason reason) {
      return !passes && rule.binds(reason) && (until == null || at.isBefore(until));
    }

    /** Collects the values of a verdict. */
    static final class Builder {
      private final @Nullable Map<String, Object> values;
      private boolean blocked;
      private @Nullable Instant until;

      private Builder(@Nullable Map<String, Object> values) {
        this.values = values;
      }

      static Builder withValues() {
        return new Builder(new LinkedHashMap<>());
      }

      /** For a verdict that nobody reads: most of the time only the result counts. */
      static Builder withoutValues() {
        return new Builder(null);
      }

      Builder value(String name, @Nullable Object value) {
        if (values == null) {
          return this;
        }
        values.put(
            name,
            value == null || value instanceof Boolean || value instanceof Number
                ? value
                : value.toString());
        return this;
      }

      Builder blocksIf(boolean condition) {
        blocked = condition;
        return this;
      }

      /** When it ends by itself, if it blocks. */
      void until(@Nullable Instant end) {
        until = end;
      }

      boolean isBlocked() {
        return blocked;
      }

      RuleVerdict build(RefreshRule rule, TaskReason reason) {
        return new RuleVerdict(
            rule,
            !blocked,
            rule.binds(reason),
            values == null ? Map.of() : values,
            blocked ? until : null);
      }
    }
  }
}
