package io.millrace.client.api;

import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import io.millrace.client.transport.EventReader;

/** Sends nothing, and remembers what was to be sent. */
final class RecordingCaller implements ApiCaller {
  /** Instead of an answer. */
  static final class RecordedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  ApiRequest request;
  Class<?> answer;

  @Override
  public <T> T call(ApiRequest sent, Class<T> wanted) {
    request = sent;
    answer = wanted;
    throw new RecordedException();
  }

  @Override
  public void send(ApiRequest sent) {
    call(sent, Void.class);
  }

  @Override
  public EventReader events(ApiRequest sent) {
    throw new RecordedException();
  }
}
