package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/** Channels for callers that do the work themselves. */
public final class ChannelModel {
  private ChannelModel() {}

  /** A request for a channel. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ChannelRequest(
      @JsonProperty("executionName") String executionName,
      @JsonProperty("executionId") String executionId,
      @JsonProperty("taskToken") String taskToken,
      String pool,
      @JsonProperty("callbackUrl") String callbackUrl,
      String lease,
      String priority) {}

  /** The end of the work. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ChannelRelease(
      @JsonProperty("taskToken") String taskToken, String pool, String outcome, String message) {}

  /** A channel, or a place in the queue. */
  public record Channel(
      String status,
      String pool,
      @JsonProperty("taskToken") String taskToken,
      @JsonProperty("executionName") String executionName,
      String system,
      @JsonProperty("taskId") String taskId,
      Instant deadline) {}

  /** Whether a channel was released. */
  public record ReleaseResult(boolean released) {}
}
