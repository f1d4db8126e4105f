package io.millrace.engine.external;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundDeniedException;
import io.millrace.engine.outbound.OutboundRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Posts grants to the callback addresses. It does not block, and its result never fails. */
public final class CallbackSender implements CallbackDispatcher.Sender {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The body of an answer is ignored; at most this much is received. */
  private static final int READ = 64 * 1024;

  private final OutboundClient client;
  private final Duration timeout;

  public CallbackSender(OutboundClient client, Duration timeout) {
    this.client = client;
    this.timeout = timeout;
  }

  @Override
  public CompletionStage<String> send(ExternalRequest channel) {
    return client
        .send(request(channel), timeout, READ)
        .handle((answer, fault) -> fault == null ? error(answer.status()) : noAnswer(fault));
  }

  private static String error(int status) {
    return status >= 200 && status < 300 ? "" : "HTTP " + status;
  }

  private static String noAnswer(Throwable fault) {
    Throwable cause = fault.getCause() == null ? fault : fault.getCause();
    return cause instanceof OutboundDeniedException denied
        ? denied.getMessage()
        : "no answer: " + cause;
  }

  private static OutboundRequest request(ExternalRequest channel) {
    return new OutboundRequest(
        URI.create(channel.callbackUrl()),
        Map.of(
            "Content-Type", "application/json", "Idempotency-Key", channel.attemptUid().toString()),
        body(channel));
  }

  private static byte[] body(ExternalRequest channel) {
    try {
      return JSON.writeValueAsBytes(channel.fields());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
