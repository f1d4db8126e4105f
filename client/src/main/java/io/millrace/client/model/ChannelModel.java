package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.client.model.TaskModel.Wait;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Channels for callers that do the work themselves. */
public final class ChannelModel {
  private ChannelModel() {}

  /** A request for a channel. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ChannelRequest(
      @JsonProperty("executionName") @Nullable String executionName,
      @JsonProperty("executionId") @Nullable String executionId,
      @JsonProperty("taskToken") @Nullable String taskToken,
      @Nullable String pool,
      @JsonProperty("callbackUrl") @Nullable String callbackUrl,
      @Nullable String lease,
      @Nullable String priority) {}

  /** The end of the work. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ChannelRelease(
      @JsonProperty("taskToken") @Nullable String taskToken,
      @Nullable String pool,
      @Nullable String outcome,
      @Nullable String message) {}

  /** A channel, or a place in the queue. */
  public record Channel(
      String status,
      @Nullable String pool,
      @JsonProperty("taskToken") @Nullable String taskToken,
      @JsonProperty("executionName") @Nullable String executionName,
      @Nullable String system,
      @JsonProperty("taskId") @Nullable String taskId,
      @Nullable Instant deadline,
      @JsonProperty("wait") @Nullable Wait waiting) {}

  /** Whether a channel was released. */
  public record ReleaseResult(boolean released) {}
}
