package io.millrace.http.tasks;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.TaskId;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import java.util.Map;
import java.util.UUID;

/** What a person who asked for a refresh is told. */
public final class RefreshAnswer {
  private RefreshAnswer() {}

  /** A task, new or the one there was; or the rule that is in the way. */
  public static HttpResponse response(CollectionId id, RefreshReply answer) {
    if (answer.skipped() != null && answer.skipped() != RefreshRule.ALREADY_QUEUED_OR_RUNNING) {
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

  public static String taskId(CollectionId id, RefreshReply answer) {
    UUID uid = answer.uid();
    return uid == null ? "" : new TaskId(id.source(), id.collection(), uid).toString();
  }
}
