package io.millrace.http.directory;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.DisabledState;
import io.millrace.engine.refresh.RefreshAttempt;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteCommand.AttemptStarted;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.TaskId;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The refreshing of a user-site, or of a collection, as the API shows it. */
public final class RefreshJson {
  private RefreshJson() {}

  /**
   * @param policy absent if its definition is not known
   */
  static Map<String, Object> state(
      CollectionId id, UserSiteStateReply view, @Nullable Policy policy) {
    UserSite site = view.userSite();
    RefreshAttempt attempt = site.attempt();
    AttemptStarted started = view.started();
    DisabledState disabled = site.disabled();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("state", word(view));
    json.put("schedule", site.schedule());
    json.put("refresh_at", Json.time(view.next().at()));
    json.put("refresh_reason", view.next().at() == null ? "" : view.next().reason().text());
    json.put("refresh_attempt_uid", attempt == null ? "" : attempt.uid().toString());
    json.put("refresh_attempt_at", Json.time(started == null ? null : started.at()));
    json.put("refresh_attempt_no", site.attemptNo());
    json.put("refresh_attempts", attempts(policy));
    json.put("refresh_timeout_at", Json.time(started == null ? null : started.deadline()));
    json.put("refresh_disabled_until_update", Json.time(disabled == null ? null : disabled.at()));
    json.put("refresh_disabled_user_friendly_reason", disabled == null ? "" : disabled.reason());
    json.put("refresh_disabled_message", message(disabled));
    json.put("failing_since", Json.time(site.health().failingSince()));
    json.put(
        "task_id",
        attempt == null ? "" : new TaskId(id.source(), id.collection(), attempt.uid()).toString());
    return json;
  }

  /** Empty of what an earlier release disabled. */
  private static String message(@Nullable DisabledState disabled) {
    return disabled == null || disabled.message() == null ? "" : disabled.message();
  }

  /** How often a refresh is tried at most, the first time included. */
  public static int attempts(@Nullable Policy policy) {
    return policy == null ? 1 : policy.retry().attempts();
  }

  private static String word(UserSiteStateReply view) {
    if (view.userSite().attempt() != null) {
      return view.started() == null ? "queued" : "running";
    }
    return view.userSite().disabled() == null ? "idle" : "disabled";
  }
}
