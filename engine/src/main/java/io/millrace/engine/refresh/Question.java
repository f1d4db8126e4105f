package io.millrace.engine.refresh;

import io.millrace.engine.directory.Facts;
import io.millrace.engine.directory.Site;
import io.millrace.engine.task.Reason;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * May it be refreshed now?
 *
 * @param site null for a collection of a source
 * @param facts null for a collection of a source
 */
public record Question(
    UserSite userSite, Site site, Facts facts, Throttling throttling, Instant now) {

  /** What every rule says, in order. */
  public List<Rule.Verdict> verdicts(Reason reason) {
    return each(reason).toList();
  }

  /** The first rule that is in the way; empty if none is. */
  public Optional<Rule> obstacle(Reason reason) {
    return each(reason).filter(Rule.Verdict::blocks).map(Rule.Verdict::rule).findFirst();
  }

  private Stream<Rule.Verdict> each(Reason reason) {
    return Arrays.stream(Rule.values())
        .filter(rule -> facts != null || !rule.isOfUserSitesOnly())
        .map(
            rule -> {
              Rule.Verdict.Builder verdict = new Rule.Verdict.Builder();
              rule.check(this, verdict);
              return verdict.build(rule, reason);
            });
  }
}
