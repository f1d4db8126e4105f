package io.millrace.engine.task;

import java.time.Duration;

/**
 * How an attempt ended.
 *
 * @param message for operators; empty if there is nothing to say
 * @param userMessage for the person whose data it is; empty if there is nothing to say
 * @param retryable whether trying again may help
 * @param retryAfter the earliest useful retry, from the end of the attempt; null if not said
 * @param output what it found, as JSON, for what follows it; null if it has nothing to say
 */
public record Outcome(
    Kind kind,
    String message,
    String userMessage,
    boolean retryable,
    Duration retryAfter,
    String output) {

  /** The most characters of an output. */
  public static final int LONGEST_OUTPUT = 16 * 1024;

  public Outcome(
      Kind kind, String message, String userMessage, boolean retryable, Duration retryAfter) {
    this(kind, message, userMessage, retryable, retryAfter, null);
  }

  /** Every way an attempt can end; each is final for its task. */
  public enum Kind {
    SUCCESS(Status.SUCCESS),
    FAILURE(Status.FAILED),
    TIMEOUT(Status.FAILED),
    ERROR(Status.FAILED),
    CANCELED(Status.CANCELED);

    private final Status status;

    Kind(Status status) {
      this.status = status;
    }

    public Status status() {
      return status;
    }
  }

  public static Outcome success() {
    return new Outcome(Kind.SUCCESS, "", "", false, null);
  }

  public static Outcome success(String output) {
    return new Outcome(Kind.SUCCESS, "", "", false, null, output);
  }

  /** The work was done and went wrong; trying again may help. */
  public static Outcome failure(String message) {
    return new Outcome(Kind.FAILURE, message, "", true, null);
  }

  /** The work was done and went wrong for good: trying again cannot help. */
  public static Outcome rejected(String message) {
    return new Outcome(Kind.FAILURE, message, "", false, null);
  }

  public static Outcome timeout(String message) {
    return new Outcome(Kind.TIMEOUT, message, "", true, null);
  }

  /** The work could not be done: the worker was lost, the runner broke. */
  public static Outcome error(String message) {
    return new Outcome(Kind.ERROR, message, "", true, null);
  }

  public static Outcome canceled(String message) {
    return new Outcome(Kind.CANCELED, message, "", false, null);
  }

  /** The same with what it found. */
  public Outcome withOutput(String found) {
    return new Outcome(kind, message, userMessage, retryable, retryAfter, found);
  }
}
