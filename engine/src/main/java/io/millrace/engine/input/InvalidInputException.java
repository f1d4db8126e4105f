package io.millrace.engine.input;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An input was refused as a whole, with all of its errors. Nothing was changed. */
public final class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String message;
  private final transient List<FieldError> errors;

  public InvalidInputException(List<FieldError> errors) {
    this.message = errors.stream().map(FieldError::toString).collect(Collectors.joining("; "));
    this.errors = List.copyOf(errors);
  }

  public InvalidInputException(String field, @Nullable Object value, String reason) {
    this(List.of(new FieldError(field, value, reason)));
  }

  @Override
  public String getMessage() {
    return message;
  }

  public List<FieldError> errors() {
    return errors;
  }
}
