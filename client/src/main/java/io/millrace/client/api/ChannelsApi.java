package io.millrace.client.api;

import io.millrace.client.model.ChannelModel.Channel;
import io.millrace.client.model.ChannelModel.ChannelRelease;
import io.millrace.client.model.ChannelModel.ChannelRequest;
import io.millrace.client.model.ChannelModel.ReleaseResult;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Channels for callers that do the work themselves. */
public final class ChannelsApi {
  private final ApiCaller caller;

  public ChannelsApi(ApiCaller caller) {
    this.caller = caller;
  }

  /**
   * Asks for a channel and waits for it. Asking again with the same token is harmless.
   *
   * @param wait up to 60 s
   */
  public Channel requestChannel(ChannelRequest request, Duration wait) {
    return caller.call(
        ApiRequest.post("/flow-control/requests")
            .query("wait", LongPollTimeout.seconds(wait))
            .json(request)
            .repeatable()
            .timeout(LongPollTimeout.of(wait)),
        Channel.class);
  }

  public ReleaseResult releaseChannel(ChannelRelease release) {
    return caller.call(
        ApiRequest.post("/flow-control/releases").json(release), ReleaseResult.class);
  }

  /** The lease begins again. */
  public Channel keepChannel(String taskToken, @Nullable String pool) {
    return caller.call(
        ApiRequest.post("/flow-control/heartbeats")
            .json(
                pool == null
                    ? Map.of("taskToken", taskToken)
                    : Map.of("taskToken", taskToken, "pool", pool))
            .repeatable(),
        Channel.class);
  }
}
