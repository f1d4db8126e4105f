package io.millrace.engine.notify;

import io.millrace.engine.notify.WebhookStore.StoredWebhook;
import io.millrace.engine.project.VaultException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The webhooks that notifications are sent to: those of the settings and those stored. */
public final class WebhookRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookRegistry.class);

  private final List<Webhook> configured;
  private final @Nullable WebhookStore store;
  private volatile List<Webhook> current;
  private String version = "";

  private WebhookRegistry(List<Webhook> configured, @Nullable WebhookStore store) {
    this.configured = List.copyOf(configured);
    this.store = store;
    this.current = this.configured;
  }

  /** Only those of the settings. */
  static WebhookRegistry of(List<Webhook> configured) {
    return new WebhookRegistry(configured, null);
  }

  public static WebhookRegistry of(List<Webhook> configured, WebhookStore store) {
    return new WebhookRegistry(configured, store);
  }

  /** The webhooks as they were last read. */
  List<Webhook> current() {
    return current;
  }

  /** Reads the stored ones again, if they have changed. */
  synchronized void load(Connection connection) throws SQLException {
    WebhookStore stored = store;
    if (stored == null) {
      return;
    }
    String newest = WebhookStore.version(connection);
    if (!newest.equals(version)) {
      List<Webhook> all = new ArrayList<>(configured);
      WebhookStore.all(connection).forEach(webhook -> add(stored, webhook, all));
      current = List.copyOf(all);
      version = newest;
    }
  }

  /** A name of the settings counts, in case it is in both. */
  private void add(WebhookStore stored, StoredWebhook webhook, List<Webhook> all) {
    if (configured.stream().anyMatch(other -> other.name().equals(webhook.name()))) {
      return;
    }
    try {
      all.add(stored.open(webhook));
    } catch (VaultException locked) {
      LOG.warn(
          "Webhook {} gets no notifications: its secret cannot be decrypted",
          webhook.name(),
          locked);
    }
  }
}
