package io.millrace.engine.refresh;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The facts by which the rules decide whether a user-site may be refreshed now.
 *
 * @param site absent for a collection of a source
 * @param facts the directory's entry for it; absent if there is none
 */
public record RefreshDecisionContext(
    UserSite userSite,
    @Nullable Site site,
    @Nullable UserSiteFacts facts,
    ThrottlingSettings throttling,
    Instant now) {
  private static final List<RefreshRule> RULES = List.of(RefreshRule.values());

  /**
   * Whether it is a user-site that was deleted from the directory. A site that is unknown here
   * proves nothing: this node may not have read the newest sites and sources yet.
   */
  boolean isDeleted() {
    return site != null && facts == null;
  }

  /** Its site. Only the rules of the directory ask for it. */
  Site knownSite() {
    if (site == null) {
      throw new IllegalStateException("The site is not in force here");
    }
    return site;
  }

  /** Its entry in the directory. Only the rules of the directory ask for it. */
  UserSiteFacts knownFacts() {
    if (facts == null) {
      throw new IllegalStateException("It is not in the directory");
    }
    return facts;
  }

  /** The verdict of every rule, in order. */
  public List<RefreshRule.RuleVerdict> verdicts(TaskReason reason) {
    return eachVerdict(reason).toList();
  }

  /** The first rule that blocks the refresh; empty if none does. */
  public Optional<RefreshRule> blockingRule(TaskReason reason) {
    for (RefreshRule rule : RULES) {
      if ((facts != null || !rule.needsDirectory()) && rule.binds(reason)) {
        RefreshRule.RuleVerdict.Builder verdict = RefreshRule.RuleVerdict.Builder.withoutValues();
        rule.check(this, verdict);
        if (verdict.isBlocked()) {
          return Optional.of(rule);
        }
      }
    }
    return Optional.empty();
  }

  private Stream<RefreshRule.RuleVerdict> eachVerdict(TaskReason reason) {
    return RULES.stream()
        .filter(rule -> facts != null || !rule.needsDirectory())
        .map(
            rule -> {
              RefreshRule.RuleVerdict.Builder verdict =
                  RefreshRule.RuleVerdict.Builder.withValues();
              rule.check(this, verdict);
              return verdict.build(rule, reason);
            });
  }
}
