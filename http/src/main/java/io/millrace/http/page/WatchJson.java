package io.millrace.http.page;

import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flywheel.MinuteState;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedMinute;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import io.millrace.engine.watch.OverviewService.DayOverview;
import io.millrace.engine.watch.OverviewService.Overview;
import io.millrace.engine.watch.TaskCountStore.MinuteCount;
import io.millrace.http.endpoint.Json;
import io.millrace.http.tasks.TaskJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What operators watch, as the API shows it. */
final class WatchJson {
  private WatchJson() {}

  /** A moment; {@code revision} is another one when anything of it is. */
  static Map<String, Object> now(Overview now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("running", now.pools().stream().mapToInt(PoolState::running).sum());
    json.put("waiting", now.pools().stream().mapToInt(PoolState::waiting).sum());
    json.put("due", now.glance().due());
    json.put("late_seconds", lateSeconds(now));
    json.put("failing", TaskJson.count(now.failing()));
    Map<String, Object> today = new LinkedHashMap<>();
    for (CountedEvent what : CountedEvent.values()) {
      today.put(what.text(), now.sums().getOrDefault(what, 0L));
    }
    json.put("today", today);
    json.put("pools", now.pools().stream().map(WatchJson::pool).toList());
    json.put("revision", Integer.toHexString(List.of(json, now.glance().version()).hashCode()));
    json.put("at", Json.time(now.at()));
    return json;
  }

  private static long lateSeconds(Overview now) {
    Instant oldest = now.glance().oldestDue();
    return oldest == null ? 0 : Math.max(0, Duration.between(oldest, now.at()).toSeconds());
  }

  private static Map<String, Object> pool(PoolState state) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("pool", state.newestChange().pool());
    json.put("version", state.newestChange().version());
    json.put("enabled", state.config().enabled());
    json.put("reason", state.newestChange().reason());
    json.put("maxConcurrency", state.config().maxConcurrency());
    json.put("running", state.running());
    json.put("waiting", state.waiting());
    return json;
  }

  /** A day, by minute: what was planned, and what became of it. */
  static Map<String, Object> day(DayOverview day, Instant now) {
    List<PlannedMinute> plan = day.plan().map(found -> found.minutes()).orElse(List.of());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("date", day.date().toString());
    json.put("at", Json.time(now));
    json.put("planned_at", Json.time(day.plan().map(found -> found.plannedAt()).orElse(null)));
    json.put("planned", users(plan, minute -> true));
    json.put("plan_waiting", users(plan, minute -> minute.state() == MinuteState.WAITING));
    json.put("missed", users(plan, minute -> minute.state() == MinuteState.MISSED));
    json.put("skipped_users", skippedUsers(plan));
    json.put("totals", totals(day.counts()));
    json.put("failures", reasons(day.counts(), WatchJson::isFailure));
    json.put("skips", reasons(day.counts(), count -> count.what() == CountedEvent.SKIPPED));
    json.put("waited_ms", waitedMs(day.counts(), now));
    json.put("minutes", minutes(plan, day.counts()));
    return json;
  }

  private static boolean isFailure(MinuteCount count) {
    return count.what() == CountedEvent.FAILURE
        || count.what() == CountedEvent.TIMEOUT
        || count.what() == CountedEvent.ERROR;
  }

  private static long users(List<PlannedMinute> plan, Predicate<PlannedMinute> which) {
    return plan.stream().filter(which).mapToLong(minute -> minute.tally().users()).sum();
  }

  private static Map<String, Integer> skippedUsers(List<PlannedMinute> plan) {
    Map<String, Integer> sums = new TreeMap<>();
    plan.forEach(
        minute ->
            minute.tally().skippedUsers().forEach((why, n) -> sums.merge(why, n, Integer::sum)));
    return sums;
  }

  private static Map<String, Long> totals(List<MinuteCount> counts) {
    Map<String, Long> totals = new LinkedHashMap<>();
    for (CountedEvent what : CountedEvent.values()) {
      totals.put(what.text(), 0L);
    }
    counts.forEach(count -> totals.merge(count.what().text(), count.n(), Long::sum));
    return totals;
  }

  /** The most frequent first. */
  private static List<Map<String, Object>> reasons(
      List<MinuteCount> counts, Predicate<MinuteCount> which) {
    Map<String, Map<String, Object>> found = new LinkedHashMap<>();
    for (MinuteCount count : counts) {
      if (which.test(count)) {
        Map<String, Object> reason =
            found.computeIfAbsent(
                count.what() + count.reason(),
                none -> {
                  Map<String, Object> made = new LinkedHashMap<>();
                  made.put("what", count.what().text());
                  made.put("reason", count.reason());
                  return made;
                });
        reason.merge("n", count.n(), (a, b) -> (Long) a + (Long) b);
      }
    }
    return found.values().stream()
        .sorted(Comparator.comparing(WatchJson::number).reversed())
        .limit(20)
        .toList();
  }

  private static Long number(Map<String, Object> reason) {
    return (Long) reason.getOrDefault("n", 0L);
  }

  /** How long the tasks that started in the last five minutes had waited, on average. */
  private static long waitedMs(List<MinuteCount> counts, Instant now) {
    long n = 0;
    long ms = 0;
    for (MinuteCount count : counts) {
      if (count.what() == CountedEvent.STARTED && count.at().isAfter(now.minusSeconds(300))) {
        n += count.n();
        ms += count.ms();
      }
    }
    return n == 0 ? 0 : ms / n;
  }

  /** Only those in which something was planned, or happened. */
  private static List<Map<String, Object>> minutes(
      List<PlannedMinute> plan, List<MinuteCount> counts) {
    Map<Instant, Map<String, Object>> minutes = new TreeMap<>();
    for (PlannedMinute minute : plan) {
      if (minute.tally().users() > 0) {
        at(minutes, minute.at()).put("planned", (long) minute.tally().users());
        at(minutes, minute.at()).put("state", minute.state().text());
      }
    }
    for (MinuteCount count : counts) {
      String name = isFailure(count) ? "failed" : count.what().text();
      at(minutes, count.at()).merge(name, count.n(), (a, b) -> (Long) a + (Long) b);
    }
    return new ArrayList<>(minutes.values());
  }

  private static Map<String, Object> at(Map<Instant, Map<String, Object>> minutes, Instant at) {
    return minutes.computeIfAbsent(
        at,
        none -> {
          Map<String, Object> minute = new LinkedHashMap<>();
          minute.put("at", Json.time(at));
          return minute;
        });
  }
}
