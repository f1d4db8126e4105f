package io.millrace.http.tasks;

import io.millrace.engine.wait.Wait;
import io.millrace.engine.wait.Wait.QueuedWait;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What something waits for, as the API shows it. */
public final class WaitJson {
  private WaitJson() {}

  /**
   * @param wait absent if it does not wait; so is the answer then
   */
  public static @Nullable Map<String, Object> json(@Nullable Wait wait) {
    if (wait == null) {
      return null;
    }
    QueuedWait queued = wait.queued();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("blocker", wait.blocker().text());
    json.put("text", wait.text());
    json.put("rule", wait.rule());
    json.put("until", Json.time(wait.until()));
    json.put("pool", queued == null ? "" : queued.pool());
    json.put("system", queued == null ? "" : queued.system());
    json.put("queue", queued == null ? "" : queued.queue());
    json.put("before", queued == null ? 0 : queued.before());
    json.put("channels", queued == null ? 0 : queued.channels());
    json.put("start_p50", Json.time(queued == null ? null : queued.start().likely()));
    json.put("start_p90", Json.time(queued == null ? null : queued.start().late()));
    json.put("no_estimate", queued == null ? "" : queued.start().whyNot());
    return json;
  }
}
