package io.millrace.engine.outbound;

import java.net.URI;
import java.util.Map;

/**
 * A POST request to a service.
 *
 * @param headers names and values that can be sent as they are
 * @param body its bytes, which the caller must not change
 */
public record OutboundRequest(URI url, Map<String, String> headers, byte[] body) {

  /** Omits headers and body, because they may contain secrets. */
  @Override
  public String toString() {
    return "POST to " + url.getHost();
  }
}
