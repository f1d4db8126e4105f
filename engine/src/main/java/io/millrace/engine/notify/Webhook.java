package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import java.net.URI;
import java.util.Set;

/**
 * An endpoint that receives notifications.
 *
 * @param secret signs the requests; it is never shown
 * @param kinds the kinds of notifications that it receives
 */
public record Webhook(String name, URI url, String secret, Set<Kind> kinds) {

  /** Omits the secret, and the address, which may contain one. */
  @Override
  public String toString() {
    return "Webhook[" + name + "]";
  }
}
