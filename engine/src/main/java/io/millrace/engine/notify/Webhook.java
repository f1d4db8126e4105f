package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import java.net.URI;
import java.util.Set;

/**
 * Someone who is told what happens.
 *
 * @param secret signs what is sent; it is shown to nobody
 * @param kinds what it wants to hear of
 */
public record Webhook(String name, URI url, String secret, Set<Kind> kinds) {

  /** Without the secret, and without the address, which may have one in it. */
  @Override
  public String toString() {
    return "Webhook[" + name + "]";
  }
}
