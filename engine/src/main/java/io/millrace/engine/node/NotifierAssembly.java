package io.millrace.engine.node;

import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.notify.Notifier;
import io.millrace.engine.notify.NotifierMeters;
import io.millrace.engine.notify.WebhookDeliveryStore;
import io.millrace.engine.notify.WebhookRegistry;
import io.millrace.engine.notify.WebhookSender;
import io.millrace.engine.notify.WebhookService;
import io.millrace.engine.notify.WebhookSettings;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.outbound.OutboundClient;

/** The notifier, which sends notifications to the webhooks, and the service that keeps them. */
record NotifierAssembly(
    NodeContext node,
    NotificationService notifications,
    OutboundClient client,
    WebhookSettings settings,
    WebhookStore store) {

  WebhookService host() {
    WebhookSender sender = new WebhookSender(client, settings.timeout(), node.clock());
    WebhookRegistry webhooks = WebhookRegistry.of(settings.webhooks(), store);
    node.startSingleton(
        "notifier",
        Notifier.create(
            settings,
            webhooks,
            notifications.outbox(new WebhookDeliveryStore(node.dataSource(), webhooks)),
            sender,
            new NotifierMeters(node.meters(), settings.webhooks()),
            node.clock()),
        Notifier.Stop.INSTANCE);
    return new WebhookService(
        node.sql(), node.dataSource(), settings.webhooks(), store, sender, node.clock());
  }
}
