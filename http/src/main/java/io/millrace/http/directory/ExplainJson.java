package io.millrace.http.directory;

import io.millrace.engine.flywheel.PlanService.UserOutlook;
import io.millrace.engine.flywheel.UserRule;
import io.millrace.engine.refresh.PastDecision;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.TaskReason;
import io.millrace.http.endpoint.Json;
import io.millrace.http.tasks.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why something does or does not run, in the order in which it is decided. */
final class ExplainJson {
  private ExplainJson() {}

  /** Of a collection, which is in nobody's plan. */
  static Map<String, Object> explain(ExplainReply explained, @Nullable Work work) {
    return explain(explained, work, new UserOutlook(List.of(), null));
  }

  /**
   * @param work what its tasks do, if that is known
   */
  static Map<String, Object> explain(
      ExplainReply explained, @Nullable Work work, UserOutlook outlook) {
    Map<String, Object> json = new LinkedHashMap<>();
    String waitsFor = work == null ? "" : WaitReason.waitsFor(work.queue(), work);
    json.put("next", next(explained.view(), outlook.next(), waitsFor));
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
   * @param waitsFor what an attempt needs beside a channel; empty if that is nothing
   */
  private static Map<String, Object> next(
      UserSiteStateReply view, @Nullable Instant planned, String waitsFor) {
    UserSite site = view.userSite();
    Instant booked = view.next().at();
    Map<String, Object> json = new LinkedHashMap<>();
    if (site.goneSince() != null) {
      boolean open = site.attempt() != null;
      return next(
          json,
          null,
          open ? "end" : "nothing",
          (open ? "Attempt " + site.attemptNo() + " may end; then nothing: it" : "It")
              + " has not been in the sources since "
              + site.goneSince()
              + ". Its state is kept, and it goes on when it is back");
    }
    if (site.disabled() != null && site.attempt() != null) {
      return next(
          json,
          null,
          "end",
          "Attempt "
              + site.attempt().no()
              + " may end; then disabled: "
              + site.disabled().reason());
    }
    if (site.disabled() != null) {
      return next(json, null, "nothing", "Disabled until it is saved: " + site.disabled().reason());
    }
    if (view.started() != null) {
      return next(
          json,
          view.started().deadline(),
          "end",
          "Attempt "
              + (site.attempt() == null ? site.attemptNo() : site.attempt().no())
              + " runs; it ends by its deadline at the latest");
    }
    if (site.attempt() != null) {
      String also = waitsFor.isEmpty() ? "" : ", and for " + waitsFor;
      return next(
          json, null, "start", "Attempt " + site.attempt().no() + " waits for a channel" + also);
    }
    if (booked != null && (planned == null || !planned.isBefore(booked))) {
      boolean retry = view.next().reason() == TaskReason.RETRY;
      return next(
          json,
          booked,
          view.next().reason().text(),
          retry ? "Attempt " + (site.attemptNo() + 1) + ", a retry" : "Planned by its schedule");
    }
    return planned == null
        ? next(json, null, "nothing", "Nothing is booked, and no minute of the plan is left")
        : next(json, planned, "plan", "The minute of its user in the plan");
  }

  private static Map<String, Object> next(
      Map<String, Object> json, @Nullable Instant at, String what, String text) {
    json.put("at", Json.time(at));
    json.put("what", what);
    json.put("text", text);
    return json;
  }

  /** Of a collection that was taken out of the sources, which no rule looks at any more. */
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
