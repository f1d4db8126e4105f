package io.millrace.engine.input;

import org.jspecify.annotations.Nullable;

/**
 * An error in an input: the field, its value, and why it is refused.
 *
 * @param position where it is, if the input is files
 */
public record FieldError(
    String field, @Nullable Object value, String reason, @Nullable FilePosition position) {

  /** A line of a file, from 1. */
  public record FilePosition(String file, int line) {}

  public FieldError(String field, @Nullable Object value, String reason) {
    this(field, value, reason, null);
  }

  @Override
  public String toString() {
    String text = value == null ? field + ": " + reason : field + " = " + value + ": " + reason;
    return position == null ? text : position.file() + ":" + position.line() + ": " + text;
  }
}
