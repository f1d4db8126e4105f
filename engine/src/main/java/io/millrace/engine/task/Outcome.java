package io.millrace.engine.task;

import io.millrace.engine.input.WordList;
import java.time.Duration;
import java.util.List;

/**
 * How an attempt ended.
 *
 * @param message the technical text, for operators; empty if there is nothing to say
 * @param userMessage for the person whose data it is; empty if there is nothing to say
 * @param retryable whether trying again may help
 * @param retryAfter the earliest useful retry, from the end of the attempt; null if not said
 * @param output what it found, as JSON, for what follows it; null if it has nothing to say
 * @param failure the word for its {@link FailureKind}; null if that is not known, or it was none
 */
public record Outcome(
    Kind kind,
    String message,
    String userMessage,
    boolean retryable,
    Duration retryAfter,
    String output,
    String failure) {

  /** The most characters of an output. */
  public static final int LONGEST_OUTPUT = 16 * 1024;

  public Outcome(
      Kind kind, String message, String userMessage, boolean retryable, Duration retryAfter) {
    this(kind, message, userMessage, retryable, retryAfter, null, null);
  }

  /** Every way an attempt can end; each is final for its task. */
  public enum Kind {
    SUCCESS(TaskStatus.SUCCESS),
    FAILURE(TaskStatus.FAILED),
    TIMEOUT(TaskStatus.FAILED),
    ERROR(TaskStatus.FAILED),
    CANCELED(TaskStatus.CANCELED);

    private final TaskStatus status;

    Kind(TaskStatus status) {
      this.status = status;
    }

    public TaskStatus status() {
      return status;
    }

    /** Reads what whoever did the work says of it: success or failure. */
    public static Kind reported(String text) {
      return WordList.read(List.of(SUCCESS, FAILURE), WordList::of, "outcome", text);
    }
  }

  public static Outcome success() {
    return new Outcome(Kind.SUCCESS, "", "", false, null);
  }

  public static Outcome success(String output) {
    return new Outcome(Kind.SUCCESS, "", "", false, null, output, null);
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
    return new Outcome(kind, message, userMessage, retryable, retryAfter, found, failure);
  }

  /** The same with something to say to the person whose data it is. */
  public Outcome withUserMessage(String text) {
    return new Outcome(kind, message, text, retryable, retryAfter, output, failure);
  }

  /** The same failure, of this kind. */
  public Outcome because(FailureKind why) {
    return new Outcome(kind, message, userMessage, retryable, retryAfter, output, why.text());
  }

  /** What kind of failure it was; a word of a later release says as little as none. */
  public FailureKind failureKind() {
    return FailureKind.of(failure)
        .orElse(kind == Kind.TIMEOUT ? FailureKind.TIMEOUT : FailureKind.FAILED);
  }
}
