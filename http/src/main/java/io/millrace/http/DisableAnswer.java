package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.refresh.UserSiteEntity.View;
import io.millrace.engine.source.CollectionId;

/** A person disables something: why, and what he is told. */
final class DisableAnswer {
  private static final int LONGEST_REASON = 500;

  private DisableAnswer() {}

  /** {@code {"reason": "…"}}: it is shown to the person whose data it is. */
  static String reason(String body) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body.isBlank() ? "{}" : body), errors);
    node.isMappingOf("reason");
    String reason =
        node.required("reason").flatMap(given -> given.text(DisableAnswer::checked)).orElse("");
    errors.throwIfAny();
    return reason;
  }

  private static String checked(String text) {
    if (text.isBlank() || text.length() > LONGEST_REASON) {
      throw new InvalidInputException(
          "reason", text, "must be 1 to " + LONGEST_REASON + " characters, not all blank");
    }
    return text;
  }

  static HttpResponse response(CollectionId id, View view) {
    return view.userSite().attempt() == null
        ? Json.ok(RefreshJson.state(id, view))
        : Problem.of(
                StatusCodes.CONFLICT,
                "already-queued-or-running",
                "It is being refreshed: cancel its task first, or wait until it has ended")
            .response();
  }
}
