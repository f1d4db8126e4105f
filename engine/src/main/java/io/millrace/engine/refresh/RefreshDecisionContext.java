package io.millrace.engine.refresh;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The facts by which the rules decide whether a user-site may be refreshed now.
 *
 * @param site null for a collection of a source
 * @param facts the directory's entry for it; null if there is none
 */
public record RefreshDecisionContext(
    UserSite userSite, Site site, UserSiteFacts facts, ThrottlingSettings throttling, Instant now) {

  /**
   * Whether it is a user-site that was deleted from the directory. A site that is unknown here
   * proves nothing: this node may not have read the newest sites and sources yet.
   */
  boolean isDeleted() {
    return site != null && facts == null;
  }

  /** The verdict of every rule, in order. */
  public List<RefreshRule.RuleVerdict> verdicts(TaskReason reason) {
    return eachVerdict(reason).toList();
  }

  /** The first rule that blocks the refresh; empty if none does. */
  public Optional<RefreshRule> blockingRule(TaskReason reason) {
    return eachVerdict(reason)
        .filter(RefreshRule.RuleVerdict::blocks)
        .map(RefreshRule.RuleVerdict::rule)
        .findFirst();
  }

  private Stream<RefreshRule.RuleVerdict> eachVerdict(TaskReason reason) {
    return Arrays.stream(RefreshRule.values())
        .filter(rule -> facts != null || !rule.needsDirectory())
        .map(
            rule -> {
              RefreshRule.RuleVerdict.Builder verdict = new RefreshRule.RuleVerdict.Builder();
              rule.check(this, verdict);
              return verdict.build(rule, reason);
            });
  }
}
