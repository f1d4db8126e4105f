package io.millrace.http.directory;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.engine.flywheel.MinuteState;
import io.millrace.engine.flywheel.MinuteTally;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedDay;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedMinute;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedSlot;
import io.millrace.engine.flywheel.PlanOverviewStore.UserPlan;
import io.millrace.engine.flywheel.PlanService;
import io.millrace.engine.flywheel.PlanState;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.flywheel.UserRule.UserRuleCheck;
import io.millrace.http.endpoint.Json;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** The plan as the API shows it. */
final class PlanJson {
  private PlanJson() {}

  static HttpResponse planned(PlanResult planned) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", planned.date().toString());
    json.put("users", planned.users());
    json.put("refreshes", planned.refreshes());
    json.put("removed", planned.removed());
    return Json.ok(json);
  }

  static Map<String, Object> day(PlannedDay day) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", day.date().toString());
    json.put("planned_at", Json.time(day.plannedAt()));
    json.put("planned", sum(day, minute -> true, MinuteTally::users));
    json.put("waiting", sum(day, is(MinuteState.WAITING), MinuteTally::users));
    json.put("missed", sum(day, is(MinuteState.MISSED), MinuteTally::users));
    json.put("skipped_users", sums(day, MinuteTally::skippedUsers));
    json.put("user_sites", sum(day, minute -> true, MinuteTally::userSites));
    json.put("started", sum(day, minute -> true, MinuteTally::started));
    json.put("skipped_user_sites", sums(day, MinuteTally::skippedUserSites));
    json.put("minutes", day.minutes().stream().map(PlanJson::minute).toList());
    return json;
  }

  private static Predicate<PlannedMinute> is(MinuteState state) {
    return minute -> minute.state() == state;
  }

  private static long sum(
      PlannedDay day, Predicate<PlannedMinute> which, ToIntFunction<MinuteTally> number) {
    return day.minutes().stream()
        .filter(which)
        .map(PlannedMinute::tally)
        .mapToLong(number::applyAsInt)
        .sum();
  }

  private static Map<String, Integer> sums(
      PlannedDay day, Function<MinuteTally, Map<String, Integer>> counts) {
    Map<String, Integer> sums = new TreeMap<>();
    day.minutes()
        .forEach(
            minute ->
                counts
                    .apply(minute.tally())
                    .forEach((reason, n) -> sums.merge(reason, n, Integer::sum)));
    return sums;
  }

  private static Map<String, Object> minute(PlannedMinute minute) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(minute.at()));
    json.put("state", minute.state().text());
    json.put("users", minute.tally().users());
    json.put("skipped_users", minute.tally().skippedUsers());
    json.put("user_sites", minute.tally().userSites());
    json.put("started", minute.tally().started());
    json.put("skipped_user_sites", minute.tally().skippedUserSites());
    json.put("done_at", Json.time(minute.doneAt()));
    return json;
  }

  static Map<String, Object> user(
      String user, LocalDate date, UserPlan plan, PlanService.UserOutlook outlook) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("user", user);
    json.put("date", date.toString());
    json.put("state", plan.state().text());
    json.put("detail", detail(plan, outlook));
    json.put("plan", plan.slots().stream().map(PlanJson::slot).toList());
    json.put("next", Json.time(outlook.next()));
    json.put("rules", outlook.checks().stream().map(ExplainJson::check).toList());
    return json;
  }

  /** A place is not yet a refresh: a rule may skip the user when its minute comes. */
  private static String detail(UserPlan plan, PlanService.UserOutlook outlook) {
    String sentence = plan.state().sentence();
    return plan.state() != PlanState.PLANNED || outlook.next() == null
        ? sentence
        : outlook.checks().stream()
            .filter(UserRuleCheck::skips)
            .findFirst()
            .map(check -> sentence + " As things are, " + check.rule().text() + " skips it.")
            .orElse(sentence);
  }

  private static Map<String, Object> slot(PlannedSlot slot) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(slot.at()));
    json.put("pass", slot.pass());
    json.put("state", slot.state().text());
    json.put("skipped", slot.skipped() == null ? "" : slot.skipped());
    return json;
  }
}
