package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A misspelt field must be refused, not ignored. */
final class KnownFields {
  private KnownFields() {}

  /** One error for each field that is not known, in a list that the caller may add to. */
  static List<FieldError> check(Map<String, Object> config, String field, String... known) {
    List<String> names = List.of(known);
    String reason =
        names.isEmpty()
            ? "unknown field: there is nothing to set here"
            : "unknown field: there are " + String.join(", ", names);
    List<FieldError> errors = new ArrayList<>();
    config.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(name -> errors.add(new FieldError(field + "." + name, config.get(name), reason)));
    return errors;
  }
}
