package io.millrace.client.transport;

/** Sends requests. A failure is a {@link io.millrace.client.error.MillraceException}. */
public interface ApiCaller {

  /**
   * Waits for the answer.
   *
   * @param answer a record or a JSON node; {@code String} for the text as it is
   */
  <T> T call(ApiRequest request, Class<T> answer);

  /** Waits for the answer, which has no content. */
  void send(ApiRequest request);

  /** Opens a stream of server-sent events. It connects when the first event is asked for. */
  EventReader events(ApiRequest request);
}
