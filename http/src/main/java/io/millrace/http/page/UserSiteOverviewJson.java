package io.millrace.http.page;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.wait.Wait;
import io.millrace.engine.watch.UserSiteOverview;
import io.millrace.http.directory.NextEventJson;
import io.millrace.http.directory.RefreshJson;
import io.millrace.http.endpoint.Json;
import io.millrace.http.tasks.TaskJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a user-site, or a collection, stands, as the API shows it. */
final class UserSiteOverviewJson {
  private UserSiteOverviewJson() {}

  /**
   * @param policy absent if its definition is not known
   * @param waits of last tasks, by attempt
   * @param next says what will really run of something that is neither open nor disabled
   */
  static Map<String, Object> standing(
      UserSiteOverview standing,
      @Nullable Policy policy,
      Map<UUID, Wait> waits,
      Function<UserSiteOverview, NextRefresh> next) {
    Task last = standing.last();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", standing.user() == null ? "collection" : "user-site");
    json.put("source", standing.source());
    json.put("collection", standing.collection());
    json.put("user", standing.user() == null ? "" : standing.user());
    json.put("status", standing.status() == null ? "" : standing.status().name());
    json.put("migrating", standing.migrating());
    json.put("schedule", policy == null ? "" : policy.scheduleText());
    json.put("attempts", RefreshJson.attempts(policy));
    json.put("state", state(standing));
    json.put("refresh_at", Json.time(standing.refreshAt()));
    json.put("retry", standing.retry());
    json.put("planned_at", Json.time(standing.plannedAt()));
    json.put("disabled_reason", standing.disabledReason() == null ? "" : standing.disabledReason());
    json.put("next", next(standing, next));
    json.put(
        "last_task", last == null ? null : TaskJson.task(last, waits.get(last.id().attemptUid())));
    return json;
  }

  private static Map<String, Object> next(
      UserSiteOverview standing, Function<UserSiteOverview, NextRefresh> next) {
    Task last = standing.last();
    if (last != null && !last.status().isFinal()) {
      String attempt = "Attempt " + last.origin().attemptNo();
      return last.status() == TaskStatus.RUNNING
          ? NextEventJson.event(
              last.times().deadline(),
              "end",
              attempt + " runs; it ends by its deadline at the latest")
          : NextEventJson.event(null, "start", attempt + " waits for a channel");
    }
    if (standing.disabledReason() != null) {
      return NextEventJson.event(
          null, "nothing", "Disabled until it is saved: " + standing.disabledReason());
    }
    return NextEventJson.coming(next.apply(standing), standing.retry() + 1);
  }

  private static String state(UserSiteOverview standing) {
    Task last = standing.last();
    if (last != null && !last.status().isFinal()) {
      return last.status() == TaskStatus.RUNNING ? "running" : "queued";
    }
    if (standing.disabledReason() != null) {
      return "disabled";
    }
    return last != null && last.status() == TaskStatus.FAILED ? "failing" : "idle";
  }
}
