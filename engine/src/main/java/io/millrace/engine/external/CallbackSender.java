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

/** Posts grants to those who asked for it. It never blocks, and it never fails. */
public final class CallbackSender implements CallbackDispatcher.Sender {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Nobody reads the body of an answer; one that is longer is not waited for. */
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
        .handle((answer, fault) -> fault == null ? error(answer.status()) : none(fault));
  }

  private static String error(int status) {
    return status >= 200 && status < 300 ? "" : "HTTP " + status;
  }

  private static String none(Throwable fault) {
    Throwable cause = fault.getCause() == null ? fault : fault.getCause();
    return cause instanceof OutboundDeniedException ? cause.getMessage() : "no answer: " + cause;
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
