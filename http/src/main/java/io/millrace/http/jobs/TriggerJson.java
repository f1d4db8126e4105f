package io.millrace.http.jobs;

import io.millrace.engine.input.Durations;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.trigger.TriggerOverviewStore.MissedRange;
import io.millrace.engine.trigger.TriggerProgress;
import io.millrace.engine.trigger.TriggerService.RequestedFires;
import io.millrace.engine.trigger.TriggerService.TriggerStatus;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Triggers as the API shows them. */
final class TriggerJson {
  private TriggerJson() {}

  /** What it is, what it has done, and what is next. */
  static Map<String, Object> trigger(Job job, TriggerStatus fires) {
    Trigger trigger = fires.trigger();
    TriggerProgress progress = fires.standing().progress();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", trigger.name());
    json.put("schedule", trigger.schedule().text());
    json.put("start", Json.time(trigger.start()));
    json.put("end", Json.time(trigger.end()));
    json.put("offset", Durations.format(trigger.offset()));
    json.put("catchup", trigger.catchUp().text());
    json.put("paused", job.paused());
    json.put("fired", progress.fired());
    json.put("caught_up", progress.caughtUp());
    json.put("missed", progress.missed());
    json.put("waiting", fires.standing().waiting());
    json.put("last_fire", lastFire(trigger, progress));
    json.put("next", fires.next().stream().map(time -> next(trigger, time)).toList());
    return json;
  }

  /** The trigger with its missed fires. */
  static Map<String, Object> fires(Job job, TriggerStatus fires) {
    Map<String, Object> json = trigger(job, fires);
    json.put("missed_ranges", fires.missed().stream().map(TriggerJson::missed).toList());
    return json;
  }

  /** Absent if there was none. */
  private static @Nullable Map<String, Object> lastFire(Trigger trigger, TriggerProgress progress) {
    if (progress.lastFired() == null) {
      return null;
    }
    Instant due = trigger.dueAt(progress.lastFired());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(progress.lastFired()));
    json.put("due_at", Json.time(due));
    json.put("fired_at", Json.time(progress.lastFiredAt()));
    json.put(
        "late_seconds",
        Math.max(0, Duration.between(due, progress.lastFiredAt()).toMillis()) / 1000.0);
    return json;
  }

  static Map<String, Object> next(Trigger trigger, Instant time) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(time));
    json.put("due_at", Json.time(trigger.dueAt(time)));
    return json;
  }

  private static Map<String, Object> missed(MissedRange range) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("first", Json.time(range.missed().first()));
    json.put("last", Json.time(range.missed().last()));
    json.put("fires", range.missed().fires());
    json.put("at_least", range.missed().atLeast());
    json.put("reason", range.missed().why().text());
    json.put("at", Json.time(range.at()));
    json.put("made_good_at", Json.time(range.madeGoodAt()));
    return json;
  }

  static Map<String, Object> fireAnswer(RequestedFires asked, boolean dryRun) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dry_run", dryRun);
    json.put("fires", asked.fires());
    json.put("first", Json.time(asked.first()));
    json.put("last", Json.time(asked.last()));
    return json;
  }
}
