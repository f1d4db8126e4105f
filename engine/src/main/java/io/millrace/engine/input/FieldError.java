package io.millrace.engine.input;

/** An error in an input: the field, its value, and why it is refused. */
public record FieldError(String field, Object value, String reason) {

  @Override
  public String toString() {
    return value == null ? field + ": " + reason : field + " = " + value + ": " + reason;
  }
}
