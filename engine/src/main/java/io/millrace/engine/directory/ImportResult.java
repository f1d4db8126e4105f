package io.millrace.engine.directory;

import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.input.FieldError;
import java.util.List;
import java.util.Map;

/**
 * The result of an import.
 *
 * @param lines the number of all lines, including blank ones
 * @param counts by kind
 * @param rejected the first rejected lines
 * @param moreRejected how many more were rejected
 * @param warnings the first warnings about accepted lines
 * @param moreWarnings how many more warnings there are
 */
public record ImportResult(
    long lines,
    Map<EntryTable<?>, EntryCounts> counts,
    List<RejectedLine> rejected,
    long moreRejected,
    List<LineWarning> warnings,
    long moreWarnings) {

  /** The number of lines of a kind by result. */
  public record EntryCounts(long created, long updated, long unchanged, long rejected) {
    public static final EntryCounts NONE = new EntryCounts(0, 0, 0, 0);

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

  /** A rejected line, and why. */
  public record RejectedLine(long line, FieldError error) {}

  /** A line that contains a credential. */
  public record LineWarning(long line, CredentialWarning warning) {}
}
