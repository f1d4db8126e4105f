package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as its author wrote it.
 *
 * @param secret absent to keep the stored one
 */
public record WebhookDefinition(String name, String url, @Nullable String secret, Set<Kind> kinds) {

  /** Omits the secret, and the address, which may contain one. */
  @Override
  public String toString() {
    return "WebhookDefinition[" + name + "]";
  }
}
