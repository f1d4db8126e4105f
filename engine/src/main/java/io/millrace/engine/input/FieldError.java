package io.millrace.engine.input;

/** One thing that is wrong with an input: where, what was given, and why it is refused. */
public record FieldError(String field, Object value, String reason) {

  @Override
  public String toString() {
    return value == null ? field + ": " + reason : field + " = " + value + ": " + reason;
  }
}
