package io.millrace.engine.directory;

import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.input.FieldError;
import java.util.List;
import java.util.Map;

/**
 * What became of an import.
 *
 * @param lines all of them, blank ones too
 * @param counts for each kind
 * @param rejected the first rejected lines
 * @param moreRejected how many there are beside those
 * @param warnings the first of those about lines that were not rejected
 * @param moreWarnings how many there are beside those
 */
public record ImportResult(
    long lines,
    Map<Table<?>, Counts> counts,
    List<Rejected> rejected,
    long moreRejected,
    List<Warned> warnings,
    long moreWarnings) {

  /** How many lines of a kind became what. */
  public record Counts(long created, long updated, long unchanged, long rejected) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    Counts and(Saved saved) {
      return switch (saved.result()) {
        case CREATED -> new Counts(created + 1, updated, unchanged, rejected);
        case UPDATED -> new Counts(created, updated + 1, unchanged, rejected);
        case UNCHANGED -> new Counts(created, updated, unchanged + 1, rejected);
        default -> oneMoreRejected();
      };
    }

    Counts oneMoreRejected() {
      return new Counts(created, updated, unchanged, rejected + 1);
    }
  }

  /** A line that changed nothing, and why. */
  public record Rejected(long line, FieldError error) {}

  /** A line with a credential in it. */
  public record Warned(long line, CredentialWarning warning) {}
}
