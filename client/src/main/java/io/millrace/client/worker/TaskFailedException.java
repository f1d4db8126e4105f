package io.millrace.client.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure with more to say than a message. */
public class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String userMessage;
  private final @Nullable Duration retryAfter;

  /**
   * @param message for operators
   */
  public TaskFailedException(String message) {
    this(message, null, null, null);
  }

  public TaskFailedException(String message, @Nullable Throwable cause) {
    this(message, null, null, cause);
  }

  /**
   * @param message for operators
   * @param userMessage for the person whose data it is; absent for the definition's sentence
   * @param retryAfter no retry before that; absent if it does not matter
   */
  public TaskFailedException(
      String message,
      @Nullable String userMessage,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.userMessage = userMessage;
    this.retryAfter = retryAfter;
  }

  public @Nullable String userMessage() {
    return userMessage;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  boolean isRetryable() {
    return true;
  }
}
