package io.millrace.engine.input;

import io.millrace.engine.credential.CredentialMask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers what is wrong with one input, so that all of it is said at once. */
public final class FieldErrors {
  private static final String DOCUMENT = "document";
  private static final int MOST_SHOWN = 1_000;
  private static final int LONGEST_VALUE = 200;

  private final List<FieldError> errors = new ArrayList<>();
  private final boolean isOfStored;
  private long more;

  public FieldErrors() {
    this(false);
  }

  private FieldErrors(boolean isOfStored) {
    this.isOfStored = isOfStored;
  }

  /** For a stored definition. A new rule does not invalidate it. */
  public static FieldErrors ofStored() {
    return new FieldErrors(true);
  }

  boolean isOfStored() {
    return isOfStored;
  }

  /**
   * @param field its path; empty = the document as a whole
   */
  public void add(String field, @Nullable Object value, String reason) {
    if (hasRoom()) {
      Object shown = shortened(CredentialMask.maskedIn(field, value));
      errors.add(new FieldError(field.isEmpty() ? DOCUMENT : field, shown, reason));
    } else {
      count();
    }
  }

  /** Whether one more is told, and not only counted. */
  boolean hasRoom() {
    return errors.size() < MOST_SHOWN;
  }

  /** Counts one more error without its text. */
  void count() {
    more++;
  }

  public void addAll(List<FieldError> others) {
    others.forEach(error -> add(error.field(), error.value(), error.reason()));
  }

  public boolean isEmpty() {
    return errors.isEmpty();
  }

  /** Refuses the input as a whole if anything was added. */
  public void throwIfAny() {
    if (errors.isEmpty()) {
      return;
    }
    List<FieldError> all = new ArrayList<>(errors);
    if (more > 0) {
      all.add(new FieldError(DOCUMENT, null, "has " + more + " more errors"));
    }
    throw new InvalidInputException(all);
  }

  /** A huge value would bury the reason. Half a surrogate pair is no character: it goes, too. */
  public static @Nullable Object shortened(@Nullable Object value) {
    if (!(value instanceof String text) || text.length() <= LONGEST_VALUE) {
      return value;
    }
    boolean half = Character.isHighSurrogate(text.charAt(LONGEST_VALUE - 1));
    return text.substring(0, half ? LONGEST_VALUE - 1 : LONGEST_VALUE) + "…";
  }
}
