package io.millrace.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of an import. */
public final class ImportModel {
  private ImportModel() {}

  /** What became of the lines of an import. */
  public record ImportResult(
      long lines,
      ImportCounts clients,
      ImportCounts sites,
      ImportCounts users,
      ImportCounts userSites,
      List<RejectedLine> rejected,
      long moreRejected,
      @Nullable List<ImportWarning> warnings,
      @Nullable Long moreWarnings) {}

  /** What became of the lines of one kind. */
  public record ImportCounts(long created, long updated, long unchanged, long rejected) {}

  /** A line that was rejected, and why. */
  public record RejectedLine(long line, String field, JsonNode value, String reason) {}

  /** A credential in plain text. */
  public record ImportWarning(long line, String field, String reason) {}
}
