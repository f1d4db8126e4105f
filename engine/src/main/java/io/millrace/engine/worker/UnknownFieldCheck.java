package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Refuses unknown fields, so that a misspelt one is not ignored. */
public final class UnknownFieldCheck {
  private UnknownFieldCheck() {}

  /** Returns one error for each unknown field, in a list that the caller may extend. */
  public static List<FieldError> check(Map<String, Object> config, String field, String... known) {
    List<String> names = List.of(known);
    String reason =
        names.isEmpty()
            ? "unknown field: no fields are allowed here"
            : "unknown field: the known fields are " + String.join(", ", names);
    List<FieldError> errors = new ArrayList<>();
    config.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(name -> errors.add(new FieldError(field + "." + name, config.get(name), reason)));
    return errors;
  }
}
