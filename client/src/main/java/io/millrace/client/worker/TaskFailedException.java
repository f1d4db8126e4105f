package io.millrace.client.worker;

import java.time.Duration;

/** A failure with more to say than a message. */
public class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String userMessage;
  private final Duration retryAfter;

  /**
   * @param message for operators
   */
  public TaskFailedException(String message) {
    this(message, null, null, null);
  }

  public TaskFailedException(String message, Throwable cause) {
    this(message, null, null, cause);
  }

  /**
   * @param message for operators
   * @param userMessage for the person whose data it is; null for the definition's sentence
   * @param retryAfter no retry before that; null if it does not matter
   */
  public TaskFailedException(
      String message, String userMessage, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.userMessage = userMessage;
    this.retryAfter = retryAfter;
  }

  public String userMessage() {
    return userMessage;
  }

  public Duration retryAfter() {
    return retryAfter;
  }

  boolean isRetryable() {
    return true;
  }
}
