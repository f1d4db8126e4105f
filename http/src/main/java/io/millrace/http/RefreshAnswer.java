package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import io.millrace.engine.refresh.Rule;
import io.millrace.engine.refresh.UserSiteEntity.Refreshed;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.TaskId;
import java.util.Map;

/** What a person who asked for a refresh is told. */
final class RefreshAnswer {
  private RefreshAnswer() {}

  /** A task, new or the one there was; or the rule that is in the way. */
  static HttpResponse response(CollectionId id, Refreshed answer) {
    if (answer.skipped() != null && answer.skipped() != Rule.ALREADY_QUEUED_OR_RUNNING) {
      String rule = answer.skipped().text();
      return Problem.of(
              StatusCodes.CONFLICT,
              rule,
              "It is not refreshed now: " + rule.replace('-', ' ') + "; see its explain")
          .response();
    }
    return Json.response(
        answer.created() ? StatusCodes.CREATED : StatusCodes.OK,
        Map.of("task_id", taskId(id, answer)));
  }

  static String taskId(CollectionId id, Refreshed answer) {
    return new TaskId(id.source(), id.collection(), answer.uid()).toString();
  }
}
