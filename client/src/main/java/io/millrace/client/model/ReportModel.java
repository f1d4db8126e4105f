package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** What whoever runs a task reports on it. */
public final class ReportModel {
  private ReportModel() {}

  /** Lines for the log of an attempt. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LogReport(String attemptUid, List<ReportedLine> lines) {}

  /** A line for a log. Level and time may be null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ReportedLine(String message, String level, Instant time) {}

  /** The outcome of an attempt. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FinishReport(
      String attemptUid,
      String outcome,
      String message,
      String reason,
      String userMessage,
      Boolean retryable,
      JsonNode retryAfter,
      JsonNode output) {}

  /**
   * How far an attempt is. Give one of the two fields or both; a field that is left out stays as it
   * was.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProgressReport(String attemptUid, Integer percent, String userFriendlyStatus) {}
}
