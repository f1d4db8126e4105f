package io.millrace.client.worker;

/**
 * A failure that would come again. It is not retried, and the collection or user-site is disabled
 * until it is saved again.
 */
public final class NotRetryableException extends TaskFailedException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message for operators
   */
  public NotRetryableException(String message) {
    super(message);
  }

  /**
   * @param userMessage for the person whose data it is
   */
  public NotRetryableException(String message, String userMessage) {
    super(message, userMessage, null, null);
  }

  @Override
  boolean isRetryable() {
    return false;
  }
}
