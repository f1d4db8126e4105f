package io.millrace.engine.task;

import io.millrace.engine.input.WordList;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param message the technical text for operators; may be empty
 * @param userMessage the sentence for the user; may be empty
 * @param retryable whether a retry may help
 * @param retryAfter the shortest useful pause before a retry; absent if unknown
 * @param output its result for downstream steps, as JSON; absent if there is none
 * @param failure the text of its {@link FailureKind}; absent if it is unknown or no failure
 */
public record Outcome(
    Kind kind,
    String message,
    String userMessage,
    boolean retryable,
    @Nullable Duration retryAfter,
    @Nullable String output,
    @Nullable String failure) {

  /** The largest number of characters in an output. */
  public static final int LONGEST_OUTPUT = 16 * 1024;

  public Outcome(
      Kind kind,
      String message,
      String userMessage,
      boolean retryable,
      @Nullable Duration retryAfter) {
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

    /** Parses the outcome that a worker or caller reports: success or failure. */
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

  /** The work ran and failed; a retry may help. */
  public static Outcome failure(String message) {
    return new Outcome(Kind.FAILURE, message, "", true, null);
  }

  /** The work ran and failed; a retry cannot help. */
  public static Outcome rejected(String message) {
    return new Outcome(Kind.FAILURE, message, "", false, null);
  }

  public static Outcome timeout(String message) {
    return new Outcome(Kind.TIMEOUT, message, "", true, null);
  }

  /** The work could not run: the worker was lost, or the runner broke. */
  public static Outcome error(String message) {
    return new Outcome(Kind.ERROR, message, "", true, null);
  }

  public static Outcome canceled(String message) {
    return new Outcome(Kind.CANCELED, message, "", false, null);
  }

  public Outcome withOutput(@Nullable String newOutput) {
    return new Outcome(kind, message, userMessage, retryable, retryAfter, newOutput, failure);
  }

  /** The same outcome with a sentence for the user. */
  public Outcome withUserMessage(String text) {
    return new Outcome(kind, message, text, retryable, retryAfter, output, failure);
  }

  /** The same outcome with this kind of failure. */
  public Outcome because(FailureKind failureKind) {
    return new Outcome(
        kind, message, userMessage, retryable, retryAfter, output, failureKind.text());
  }

  /** The kind of failure. A text of a later release counts as unknown. */
  public FailureKind failureKind() {
    return FailureKind.of(failure)
        .orElse(kind == Kind.TIMEOUT ? FailureKind.TIMEOUT : FailureKind.FAILED);
  }
}
