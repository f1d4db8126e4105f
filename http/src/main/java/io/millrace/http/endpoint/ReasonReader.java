package io.millrace.http.endpoint;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.Optional;

/** {@code {"reason": "…"}}: the reason of a request. */
public final class ReasonReader {
  private static final int LONGEST = 500;

  private ReasonReader() {}

  /** Empty if none is given and none is required. */
  public static String parse(String text, boolean required) {
    if (text.isBlank() && !required) {
      return "";
    }
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(text.isBlank() ? "{}" : text), errors);
    node.isMappingOf("reason");
    Optional<InputNode> field = required ? node.required("reason") : node.optional("reason");
    Optional<String> reason = field.flatMap(given -> given.text(ReasonReader::check));
    errors.throwIfAny();
    return reason.orElse("");
  }

  private static String check(String text) {
    if (text.isBlank() || text.length() > LONGEST) {
      throw new InvalidInputException(
          "reason", text, "must be 1 to " + LONGEST + " characters, not all blank");
    }
    return text;
  }
}
