package io.millrace.engine.task;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of failure, each with a sentence for the user. A sentence has no technical detail and
 * no secret.
 */
public enum FailureKind {
  TIMEOUT("It took too long, so we stopped it."),
  LOST_WORKER("It was interrupted before it was finished."),
  STOPPED("It was interrupted by maintenance on our side."),
  REFUSED("The provider did not accept the request."),
  UNAVAILABLE("The provider cannot be reached at the moment."),
  RATE_LIMITED("The provider is busy and asks us to wait."),
  PROGRAM_FAILED("Something went wrong while we worked on it."),
  OUT_OF_MEMORY("It needed more memory than it may use."),
  NO_ENGINE("What runs it cannot be reached at the moment."),
  NO_IMAGE("A part that it needs is missing on our side."),
  MISCONFIGURED("It is not set up correctly on our side."),
  MISSING_VALUE("Something that it needs is missing on our side."),
  FAILED("It did not work this time."),
  EXHAUSTED("We tried several times, and it did not work."),
  GAVE_UP("It has not worked for a long time, so we stopped trying."),
  DISABLED("It is switched off at the moment.");

  private final String sentence;

  FailureKind(String sentence) {
    this.sentence = sentence;
  }

  /** The default sentence for the user. A definition may replace it. */
  public String sentence() {
    return sentence;
  }

  /** Empty if there is no such kind. */
  static Optional<FailureKind> of(@Nullable String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /** The word in documents, such as {@code rate_limited}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
