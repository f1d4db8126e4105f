package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.engine.flywheel.MinuteState;
import io.millrace.engine.flywheel.PlanReader.Day;
import io.millrace.engine.flywheel.PlanReader.Minute;
import io.millrace.engine.flywheel.PlanReader.Slot;
import io.millrace.engine.flywheel.PlanReader.UserPlan;
import io.millrace.engine.flywheel.PlanState;
import io.millrace.engine.flywheel.PlanStore.Planned;
import io.millrace.engine.flywheel.UserRule.Check;
import io.millrace.engine.node.Plans;
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

  static HttpResponse planned(Planned planned) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", planned.date().toString());
    json.put("users", planned.users());
    json.put("refreshes", planned.refreshes());
    json.put("removed", planned.removed());
    return Json.ok(json);
  }

  static Map<String, Object> day(Day day) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", day.date().toString());
    json.put("planned_at", Json.time(day.plannedAt()));
    json.put("planned", sum(day, minute -> true, Minute::users));
    json.put("waiting", sum(day, is(MinuteState.WAITING), Minute::users));
    json.put("missed", sum(day, is(MinuteState.MISSED), Minute::users));
    json.put("skipped_users", sums(day, Minute::skippedUsers));
    json.put("user_sites", sum(day, minute -> true, Minute::userSites));
    json.put("started", sum(day, minute -> true, Minute::started));
    json.put("skipped_user_sites", sums(day, Minute::skippedUserSites));
    json.put("minutes", day.minutes().stream().map(PlanJson::minute).toList());
    return json;
  }

  private static Predicate<Minute> is(MinuteState state) {
    return minute -> minute.state() == state;
  }

  private static long sum(Day day, Predicate<Minute> which, ToIntFunction<Minute> number) {
    return day.minutes().stream().filter(which).mapToLong(number::applyAsInt).sum();
  }

  private static Map<String, Integer> sums(Day day, Function<Minute, Map<String, Integer>> counts) {
    Map<String, Integer> sums = new TreeMap<>();
    day.minutes()
        .forEach(
            minute ->
                counts.apply(minute).forEach((reason, n) -> sums.merge(reason, n, Integer::sum)));
    return sums;
  }

  private static Map<String, Object> minute(Minute minute) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(minute.at()));
    json.put("state", minute.state().text());
    json.put("users", minute.users());
    json.put("skipped_users", minute.skippedUsers());
    json.put("user_sites", minute.userSites());
    json.put("started", minute.started());
    json.put("skipped_user_sites", minute.skippedUserSites());
    json.put("done_at", Json.time(minute.doneAt()));
    return json;
  }

  static Map<String, Object> user(
      String user, LocalDate date, UserPlan plan, Plans.UserOutlook outlook) {
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
  private static String detail(UserPlan plan, Plans.UserOutlook outlook) {
    String sentence = plan.state().sentence();
    return plan.state() != PlanState.PLANNED || outlook.next() == null
        ? sentence
        : outlook.checks().stream()
            .filter(Check::skips)
            .findFirst()
            .map(check -> sentence + " As things are, " + check.rule().text() + " skips it.")
            .orElse(sentence);
  }

  private static Map<String, Object> slot(Slot slot) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(slot.at()));
    json.put("pass", slot.pass());
    json.put("state", slot.state().text());
    json.put("skipped", slot.skipped() == null ? "" : slot.skipped());
    return json;
  }
}
