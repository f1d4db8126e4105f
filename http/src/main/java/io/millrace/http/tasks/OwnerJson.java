package io.millrace.http.tasks;

import io.millrace.engine.job.Job;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.Task;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a task is of, so that one gets from it to there. */
final class OwnerJson {
  private OwnerJson() {}

  /**
   * {@code user-site}, {@code collection}, {@code step} of a job, or {@code request} of somebody
   * else; {@code gone} if the owner no longer exists.
   */
  static Map<String, Object> of(Task task, Engine engine) {
    return Owner.parse(task.owner())
        .match(
            userSite -> Map.of("kind", refreshed(CollectionId.of(userSite), engine)),
            token -> step(token, engine),
            external -> Map.of("kind", "request"));
  }

  private static Map<String, Object> step(TokenOwner token, Engine engine) {
    Map<String, Object> json = new LinkedHashMap<>();
    Optional<Job> job = engine.jobs().jobs().find(token.job());
    json.put("kind", job.isPresent() ? "step" : "gone");
    job.ifPresent(
        found -> {
          json.put("job", found.id().toString());
          json.put("step", token.step());
          json.put("logical_time", Json.time(token.logicalTime()));
        });
    return json;
  }

  private static String refreshed(CollectionId id, Engine engine) {
    if (engine.refreshes().sources().current().find(id).isPresent()) {
      return "collection";
    }
    return engine.refreshes().find(id).isPresent() ? "user-site" : "gone";
  }
}
