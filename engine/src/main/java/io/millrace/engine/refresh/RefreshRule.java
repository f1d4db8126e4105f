package io.millrace.engine.refresh;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What can keep a user-site from being refreshed, in the order in which it is looked at. */
public enum RefreshRule {
  PROVIDER_BLACKLISTED {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      verdict
          .value("provider", q.site().provider())
          .blocksIf(q.throttling().blacklistedProviders().contains(q.site().provider()));
    }
  },
  SITE_NOT_SUPPORTED {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      verdict.value("supported", q.site().supported()).blocksIf(!q.site().supported());
    }
  },
  SITE_IN_MAINTENANCE {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      verdict.value("maintenance", q.site().maintenance()).blocksIf(q.site().maintenance());
    }
  },
  BEING_MIGRATED {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      verdict.value("migrating", q.facts().migrating()).blocksIf(q.facts().migrating());
    }
  },
  INTERACTION_NEEDED {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      verdict.value("status", q.facts().status()).blocksIf(q.facts().status().needsInteraction());
    }

    @Override
    boolean binds(TaskReason reason) {
      return !reason.isByHand();
    }
  },
  DISABLED_UNTIL_UPDATE {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      DisabledState disabled = q.userSite().disabled();
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
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      Instant at = q.facts().lastMfaRequiredAt();
      verdict
          .value("scraping", q.site().scraping())
          .value("last_mfa_required_at", at)
          .blocksIf(q.site().scraping() && isWithin(q.throttling().minimumSinceMfa(), at, q.now()));
    }

    @Override
    boolean binds(TaskReason reason) {
      return INTERACTION_NEEDED.binds(reason);
    }
  },
  RECENTLY_REFRESHED {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      Instant at = lastRefresh(q.facts(), q.userSite().health());
      verdict
          .value("last_refresh", at)
          .value("minimum_seconds", q.throttling().minimumSinceLastRefresh().toSeconds())
          .blocksIf(isWithin(q.throttling().minimumSinceLastRefresh(), at, q.now()));
    }

    @Override
    boolean binds(TaskReason reason) {
      return reason == TaskReason.PLAN || reason == TaskReason.CATCH_UP;
    }
  },
  ALREADY_QUEUED_OR_RUNNING {
    @Override
    void check(RefreshDecisionContext q, RuleVerdict.Builder verdict) {
      RefreshAttempt attempt = q.userSite().attempt();
      verdict
          .value("attempt_uid", attempt == null ? null : attempt.uid())
          .blocksIf(attempt != null);
    }

    @Override
    boolean needsDirectory() {
      return false;
    }
  };

  /** Looks at one thing, and notes what it saw and whether that is in the way. */
  abstract void check(RefreshDecisionContext question, RuleVerdict.Builder verdict);

  /** Whether a refresh for that reason is bound by this rule: a person may overrule some. */
  boolean binds(TaskReason reason) {
    return true;
  }

  /** Whether it needs what only the directory knows; a collection of a source is not in there. */
  boolean needsDirectory() {
    return true;
  }

  /** The word the API, the tables and the metrics use, such as {@code site-in-maintenance}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static RefreshRule of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The last refresh that is known of, here or from outside; null if there is none. */
  public static Instant lastRefresh(UserSiteFacts facts, RefreshHealth health) {
    Instant given = facts == null ? null : facts.lastRefresh();
    Instant own = health.lastRefresh();
    return own == null || given != null && given.isAfter(own) ? given : own;
  }

  /** Exactly that long ago is not within any more; nothing is within no time. */
  private static boolean isWithin(Duration window, Instant at, Instant now) {
    return at != null && now.isBefore(at.plus(window));
  }

  /**
   * Whether a rule lets a refresh through, and what it looked at.
   *
   * @param binding false if what asks for the refresh may overrule it
   */
  public record RuleVerdict(
      RefreshRule rule, boolean passes, boolean binding, Map<String, Object> values) {
    boolean blocks() {
      return binding && !passes;
    }

    /** Gathers a verdict. */
    static final class Builder {
      private final Map<String, Object> values = new LinkedHashMap<>();
      private boolean blocked;

      Builder value(String name, Object value) {
        boolean plain = value == null || value instanceof Boolean || value instanceof Number;
        values.put(name, plain ? value : value.toString());
        return this;
      }

      void blocksIf(boolean inTheWay) {
        blocked = inTheWay;
      }

      RuleVerdict build(RefreshRule rule, TaskReason reason) {
        return new RuleVerdict(rule, !blocked, rule.binds(reason), values);
      }
    }
  }
}
