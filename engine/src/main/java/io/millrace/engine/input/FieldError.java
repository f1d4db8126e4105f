package io.millrace.engine.input;

import org.jspecify.annotations.Nullable;

/** An error in an input: the field, its value, and why it is refused. */
public record FieldError(String field, @Nullable Object value, String reason) {

  @Override
  public String toString() {
    return value == null ? field + ": " + reason : field + " = " + value + ": " + reason;
  }
}
