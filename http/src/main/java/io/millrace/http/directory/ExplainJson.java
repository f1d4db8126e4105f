package io.millrace.http.directory;

import io.millrace.engine.flywheel.PlanService.UserOutlook;
import io.millrace.engine.flywheel.UserRule;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.refresh.PastDecision;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.wait.Wait;
import io.millrace.http.endpoint.Json;
import io.millrace.http.tasks.SecretsWaitText;
import io.millrace.http.tasks.WaitJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why something does or does not run, in the order in which it is decided. */
final class ExplainJson {
  private ExplainJson() {}

  /**
   * @param work what its tasks do, if that is known
   * @param wait what it waits for; empty if it runs
   */
  static Map<String, Object> explain(
      ExplainReply explained,
      @Nullable Work work,
      UserOutlook outlook,
      NextRefresh coming,
      Optional<Wait> wait) {
    Map<String, Object> json = new LinkedHashMap<>();
    String waitsFor = work == null ? "" : SecretsWaitText.waitsFor(work.queue(), work);
    Map<String, Object> next = next(explained.view(), coming, waitsFor, wait);
    boolean idle = explained.view().userSite().attempt() == null;
    next.put("skips", idle ? NextEventJson.skips(coming) : List.of());
    json.put("next", next);
    json.put("wait", WaitJson.json(wait.orElse(null)));
    List<Map<String, Object>> rules =
        Stream.of(
                gone(explained.view().userSite()),
                outlook.checks().stream().map(ExplainJson::check),
                explained.verdicts().stream().map(ExplainJson::verdict))
            .flatMap(Function.identity())
            .toList();
    json.put("allowed", rules.stream().allMatch(rule -> Boolean.TRUE.equals(rule.get("passes"))));
    json.put("rules", rules);
    List<PastDecision> newestFirst = new ArrayList<>(explained.view().userSite().lastDecisions());
    Collections.reverse(newestFirst);
    json.put("decisions", newestFirst.stream().map(ExplainJson::decision).toList());
    return json;
  }

  /**
   * What happens next, and when; the empty time if only a person can make something happen.
   *
   * @param coming what will really run
   * @param waitsFor what an attempt needs beside a channel; empty if that is nothing
   */
  private static Map<String, Object> next(
      UserSiteStateReply view, NextRefresh coming, String waitsFor, Optional<Wait> wait) {
    UserSite site = view.userSite();
    if (site.goneSince() != null) {
      boolean open = site.attempt() != null;
      return NextEventJson.event(
          null,
          open ? "end" : "nothing",
          (open ? "Attempt " + site.attemptNo() + " may end; then nothing: it" : "It")
              + " has not been in the sources since "
              + site.goneSince()
              + ". Its state is kept, and it continues when it is back");
    }
    if (site.disabled() != null && site.attempt() != null) {
      return NextEventJson.event(
          null,
          "end",
          "Attempt "
              + site.attempt().no()
              + " may end; then disabled: "
              + site.disabled().reason());
    }
    if (site.disabled() != null) {
      return NextEventJson.event(
          null, "nothing", "Disabled until it is saved: " + site.disabled().reason());
    }
    if (view.started() != null) {
      return NextEventJson.event(
          view.started().deadline(),
          "end",
          "Attempt "
              + (site.attempt() == null ? site.attemptNo() : site.attempt().no())
              + " runs; it ends by its deadline at the latest");
    }
    if (site.attempt() != null) {
      String text =
          !waitsFor.isEmpty()
              ? " waits for a channel, and for " + waitsFor
              : wait.map(found -> " waits. " + found.text()).orElse(" waits for a channel");
      return NextEventJson.event(null, "start", "Attempt " + site.attempt().no() + text);
    }
    return NextEventJson.coming(coming, site.attemptNo() + 1);
  }

  /** A collection that was taken out of the sources. No rule applies to it. */
  private static Stream<Map<String, Object>> gone(UserSite site) {
    return site.goneSince() == null
        ? Stream.of()
        : Stream.of(rule("not-in-sources", false, Map.of("since", site.goneSince().toString())));
  }

  static Map<String, Object> check(UserRule.UserRuleCheck check) {
    return rule(check.rule().text(), !check.skips(), check.values());
  }

  private static Map<String, Object> verdict(RefreshRule.RuleVerdict verdict) {
    return rule(verdict.rule().text(), verdict.passes(), verdict.values());
  }

  private static Map<String, Object> rule(String name, boolean passes, Map<String, Object> values) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rule", name);
    json.put("passes", passes);
    json.put("values", values);
    return json;
  }

  private static Map<String, Object> decision(PastDecision decision) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(decision.at()));
    json.put("what", decision.what().text());
    json.put("asked_by", decision.reason() == null ? "" : decision.reason().text());
    json.put("planned_at", Json.time(decision.plannedAt()));
    json.put("detail", decision.detail());
    return json;
  }
}
