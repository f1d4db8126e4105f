package io.millrace.engine.bundle;

import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldError.FilePosition;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects everything that is wrong with a bundle, each error with its file and line. */
final class BundleErrors {
  private static final String DOCUMENT = "document";
  private static final int MOST_SHOWN = 1_000;
  private static final FilePosition NOWHERE = new FilePosition("", 0);

  /** For text that is no YAML, the reader names the line in its message. */
  private static final Pattern LINE = Pattern.compile("\\bline (\\d+)");

  private final List<FieldError> errors;
  private long more;

  /**
   * @param earlier what is known already
   */
  BundleErrors(List<FieldError> earlier) {
    this.errors = new ArrayList<>(earlier);
  }

  List<FieldError> all() {
    return errors;
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  void addAll(BundleFile file, List<FieldError> found) {
    for (FieldError error : found) {
      Matcher words = LINE.matcher(error.reason());
      int line = words.find() ? Integer.parseInt(words.group(1)) : 1;
      add(error.field(), error.value(), error.reason(), new FilePosition(file.path(), line));
    }
  }

  /** Adds errors whose fields are paths within a definition. */
  void addAll(BundlePlace place, List<FieldError> found) {
    for (FieldError error : found) {
      boolean whole = error.field().equals(DOCUMENT);
      add(place, whole ? "" : error.field(), error.value(), error.reason());
    }
  }

  /**
   * @param field the path within the definition; empty for all of it
   */
  void add(BundlePlace place, String field, @Nullable Object value, String reason) {
    String path = place.field(field);
    int line = errors.size() < MOST_SHOWN ? place.document().exactLine(path) : 0;
    add(
        path.isEmpty() ? DOCUMENT : path,
        FieldErrors.shortened(CredentialMask.maskedIn(path, value)),
        reason,
        new FilePosition(place.file(), line));
  }

  /** Adds an error of a definition that is in no file. */
  void add(DefinitionKey key, String name, String reason) {
    add(key.kind().field() + "." + name, null, reason, null);
  }

  private void add(
      String field, @Nullable Object value, String reason, @Nullable FilePosition position) {
    if (errors.size() < MOST_SHOWN) {
      errors.add(new FieldError(field, value, reason, position));
    } else {
      more++;
    }
  }

  /** Does something that may be refused, and notes what is wrong with it. */
  void collect(BundlePlace place, Runnable work) {
    try {
      work.run();
    } catch (InvalidInputException refused) {
      addAll(place, refused.errors());
    }
  }

  /** Refuses the bundle as a whole if anything was added. */
  void throwIfAny() {
    if (errors.isEmpty()) {
      return;
    }
    List<FieldError> all = new ArrayList<>(errors);
    all.sort(
        Comparator.comparing((FieldError error) -> position(error).file())
            .thenComparing(error -> position(error).line()));
    if (more > 0) {
      all.add(new FieldError(DOCUMENT, null, "has " + more + " more errors"));
    }
    throw new InvalidInputException(all);
  }

  private static FilePosition position(FieldError error) {
    FilePosition position = error.position();
    return position == null ? NOWHERE : position;
  }
}
