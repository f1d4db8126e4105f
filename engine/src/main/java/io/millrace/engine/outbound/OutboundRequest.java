package io.millrace.engine.outbound;

import java.net.URI;
import java.util.Map;

/**
 * A post to a service.
 *
 * @param headers their names and values can be sent as they are
 * @param body its bytes; whoever makes the request does not change them
 */
public record OutboundRequest(URI url, Map<String, String> headers, byte[] body) {

  /** Neither headers nor body are shown: they may have secrets in them. */
  @Override
  public String toString() {
    return "POST to " + url.getHost();
  }
}
