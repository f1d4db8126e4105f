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
    Map<EntryTable<?>, EntryCounts> counts,
    List<RejectedLine> rejected,
    long moreRejected,
    List<LineWarning> warnings,
    long moreWarnings) {

  /** How many lines of a kind became what. */
  public record EntryCounts(long created, long updated, long unchanged, long rejected) {
    static final EntryCounts NONE = new EntryCounts(0, 0, 0, 0);

    EntryCounts and(EntrySaveResult saved) {
      return switch (saved.result()) {
        case CREATED -> new EntryCounts(created + 1, updated, unchanged, rejected);
        case UPDATED -> new EntryCounts(created, updated + 1, unchanged, rejected);
        case UNCHANGED -> new EntryCounts(created, updated, unchanged + 1, rejected);
        default -> oneMoreRejected();
      };
    }

    EntryCounts oneMoreRejected() {
      return new EntryCounts(created, updated, unchanged, rejected + 1);
    }
  }

  /** A line that changed nothing, and why. */
  public record RejectedLine(long line, FieldError error) {}

  /** A line with a credential in it. */
  public record LineWarning(long line, CredentialWarning warning) {}
}
