package io.millrace.http.tasks;

import io.millrace.engine.job.Job;
import io.millrace.engine.node.Engine;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Task;
import io.millrace.engine.token.TokenId;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a task is of, so that one gets from it to there. */
final class OwnerJson {
  private OwnerJson() {}

  /**
   * {@code user-site}, {@code collection}, {@code step} of a job, or {@code request} of somebody
   * else; {@code gone} if there is no such thing any more.
   */
  static Map<String, Object> of(Task task, Engine engine) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (task.token() != null) {
      TokenId token = TokenId.parse(task.token());
      Optional<Job> job = engine.jobs().jobs().find(token.job());
      json.put("kind", job.isPresent() ? "step" : "gone");
      job.ifPresent(
          found -> {
            json.put("job", found.id().toString());
            json.put("step", token.step());
            json.put("logical_time", Json.time(token.logicalTime()));
          });
    } else if (task.id().source().equals(Task.EXTERNAL)) {
      json.put("kind", "request");
    } else {
      json.put("kind", refreshed(CollectionId.parse(task.owner()), engine));
    }
    return json;
  }

  private static String refreshed(CollectionId id, Engine engine) {
    if (engine.refreshes().sources().current().find(id).isPresent()) {
      return "collection";
    }
    return engine.refreshes().find(id).isPresent() ? "user-site" : "gone";
  }
}
