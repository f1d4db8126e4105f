package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a worker reports on a task. */
public final class ReportModel {
  private ReportModel() {}

  /** Lines for the log of an attempt. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LogReport(String attemptUid, List<ReportedLine> lines) {}

  /** A line for a log. Level and time may be null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ReportedLine(String message, @Nullable String level, @Nullable Instant time) {}

  /** The outcome of an attempt. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FinishReport(
      String attemptUid,
      String outcome,
      @Nullable String message,
      @Nullable String reason,
      @Nullable String userMessage,
      @Nullable Boolean retryable,
      @Nullable JsonNode retryAfter,
      @Nullable JsonNode output) {

    public static FinishReportBuilder builder() {
      return new FinishReportBuilder();
    }
  }

  /**
   * How far an attempt is. Give one of the two fields or both; a field that is left out stays as it
   * was.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProgressReport(
      String attemptUid, @Nullable Integer percent, @Nullable String userFriendlyStatus) {}
}
