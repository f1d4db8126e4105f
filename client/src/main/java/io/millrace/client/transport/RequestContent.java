package io.millrace.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import org.jspecify.annotations.Nullable;

/** The body of a request, which may be sent several times: each time from its beginning. */
final class RequestContent implements AutoCloseable {
  private final ApiRequest.@Nullable Body body;
  private @Nullable InputStream opened;

  RequestContent(ApiRequest.@Nullable Body body) {
    this.body = body;
  }

  /** Opens it for one try. False if there is only the stream of the try before, which was read. */
  boolean open() {
    if (body == null || body.stream() == null) {
      return true;
    }
    InputStream next = body.stream().get();
    if (next == opened) {
      return false;
    }
    close();
    opened = next;
    return true;
  }

  BodyPublisher publisher() {
    if (body == null) {
      return BodyPublishers.noBody();
    }
    if (body.stream() != null) {
      return BodyPublishers.ofInputStream(() -> opened);
    }
    String text = body.text();
    return BodyPublishers.ofString(text == null ? JsonCodec.write(body.json()) : text);
  }

  @Override
  public void close() {
    InputStream stream = opened;
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException harmless) {
        // It was only read.
      }
    }
  }
}
