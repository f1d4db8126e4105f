package io.millrace.client.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.transport.JsonCodec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a handler ended, as the report that says so. Texts are cut to what the server takes. */
final class HandlerOutcome {
  private static final int LONGEST_MESSAGE = 2_000;

  /** Beyond this the server would not even read it; up to it the server says what is too long. */
  private static final int LONGEST_OUTPUT = 100_000;

  private HandlerOutcome() {}

  static FinishReport success(String attemptUid, @Nullable Object output) {
    if (output == null) {
      return FinishReport.builder().attemptUid(attemptUid).outcome("success").build();
    }
    String text;
    JsonNode json;
    try {
      json = JsonCodec.MAPPER.valueToTree(output);
      text = JsonCodec.write(json);
    } catch (IllegalArgumentException notJson) {
      return failure(attemptUid, "The output cannot be written as JSON: " + notJson.getMessage());
    }
    return text.length() > LONGEST_OUTPUT
        ? failure(attemptUid, "The output is too long: it has " + text.length() + " characters")
        : FinishReport.builder().attemptUid(attemptUid).outcome("success").output(json).build();
  }

  static FinishReport failure(String attemptUid, String message) {
    return failure(attemptUid, message, null, null, null);
  }

  static FinishReport failure(String attemptUid, Throwable fault) {
    return fault instanceof TaskFailedException failed
        ? failure(
            attemptUid,
            failed.getMessage(),
            failed.userMessage(),
            failed.isRetryable() ? null : false,
            failed.retryAfter())
        : failure(attemptUid, fault.toString());
  }

  private static FinishReport failure(
      String attemptUid,
      @Nullable String message,
      @Nullable String userMessage,
      @Nullable Boolean retryable,
      @Nullable Duration after) {
    return FinishReport.builder()
        .attemptUid(attemptUid)
        .outcome("failure")
        .message(cut(message == null ? "" : message, LONGEST_MESSAGE))
        .userMessage(userMessage == null ? null : cut(userMessage, LONGEST_MESSAGE))
        .retryable(retryable)
        .retryAfter(after == null ? null : JsonCodec.MAPPER.valueToTree(after.toMillis() / 1000.0))
        .build();
  }

  /** NUL is refused by the server. */
  static String cut(String text, int longest) {
    String shown = text.replace('\u0000', ' ');
    return shown.length() <= longest ? shown : shown.substring(0, longest - 1) + "…";
  }
}
