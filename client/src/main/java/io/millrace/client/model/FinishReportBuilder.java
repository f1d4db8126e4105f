package io.millrace.client.model;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.ReportModel.FinishReport;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link FinishReport}. Parts that can be absent may be left out. */
public final class FinishReportBuilder {
  private @Nullable String attemptUid;
  private @Nullable String outcome;
  private @Nullable String message;
  private @Nullable String reason;
  private @Nullable String userMessage;
  private @Nullable Boolean retryable;
  private @Nullable JsonNode retryAfter;
  private @Nullable JsonNode output;

  FinishReportBuilder() {}

  public FinishReportBuilder attemptUid(String attemptUid) {
    this.attemptUid = attemptUid;
    return this;
  }

  public FinishReportBuilder outcome(String outcome) {
    this.outcome = outcome;
    return this;
  }

  public FinishReportBuilder message(@Nullable String message) {
    this.message = message;
    return this;
  }

  public FinishReportBuilder reason(@Nullable String reason) {
    this.reason = reason;
    return this;
  }

  public FinishReportBuilder userMessage(@Nullable String userMessage) {
    this.userMessage = userMessage;
    return this;
  }

  public FinishReportBuilder retryable(@Nullable Boolean retryable) {
    this.retryable = retryable;
    return this;
  }

  public FinishReportBuilder retryAfter(@Nullable JsonNode retryAfter) {
    this.retryAfter = retryAfter;
    return this;
  }

  public FinishReportBuilder output(@Nullable JsonNode output) {
    this.output = output;
    return this;
  }

  public FinishReport build() {
    return new FinishReport(
        requireNonNull(attemptUid, "attemptUid"),
        requireNonNull(outcome, "outcome"),
        message,
        reason,
        userMessage,
        retryable,
        retryAfter,
        output);
  }
}
