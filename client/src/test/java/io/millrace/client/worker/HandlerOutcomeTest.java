package io.millrace.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.transport.JsonCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlerOutcomeTest {
  private static String json(FinishReport report) {
    return JsonCodec.write(report);
  }

  @Test
  void whatAHandlerReturnsIsTheOutput() {
    assertThat(json(HandlerOutcome.success("u", Map.of("rows", 42))))
        .isEqualTo("{\"attempt_uid\":\"u\",\"outcome\":\"success\",\"output\":{\"rows\":42}}");
    assertThat(json(HandlerOutcome.success("u", null)))
        .isEqualTo("{\"attempt_uid\":\"u\",\"outcome\":\"success\"}");
  }

  @Test
  void anOutputThatCannotBeSentIsAFailure() {
    Object itself = new Object[1];
    ((Object[]) itself)[0] = itself;
    assertThat(HandlerOutcome.success("u", new Object()).outcome()).isEqualTo("failure");
    assertThat(HandlerOutcome.success("u", "x".repeat(200_000)).message())
        .isEqualTo("The output is too long: it has 200002 characters");
  }

  @Test
  void anyExceptionIsARetryableFailure() {
    FinishReport report = HandlerOutcome.failure("u", new IllegalStateException("broken"));
    assertThat(json(report))
        .isEqualTo(
            "{\"attempt_uid\":\"u\",\"outcome\":\"failure\","
                + "\"message\":\"java.lang.IllegalStateException: broken\"}");
  }

  @Test
  void aFailureCanSayMore() {
    assertThat(json(HandlerOutcome.failure("u", new NotRetryableException("gone", "Log in again"))))
        .isEqualTo(
            "{\"attempt_uid\":\"u\",\"outcome\":\"failure\",\"message\":\"gone\","
                + "\"user_message\":\"Log in again\",\"retryable\":false}");
    assertThat(
            json(
                HandlerOutcome.failure(
                    "u", new TaskFailedException("slow", null, Duration.ofMillis(1500), null))))
        .contains("\"retry_after\":1.5");
  }

  @Test
  void textsAreCutToWhatTheServerTakes() {
    FinishReport report =
        HandlerOutcome.failure("u", new TaskFailedException("a\u0000b" + "x".repeat(5_000)));
    assertThat(report.message()).hasSize(2_000).startsWith("a b").endsWith("…");
    assertThat(List.of(HandlerOutcome.cut("short", 5))).containsExactly("short");
  }
}
