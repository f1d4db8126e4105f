package io.millrace.client.api;

import io.millrace.client.model.NotificationModel.Webhook;
import io.millrace.client.model.NotificationModel.WebhookDefinition;
import io.millrace.client.model.NotificationModel.WebhookList;
import io.millrace.client.model.NotificationModel.WebhookTest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;

/** Who is told of notifications. */
public final class WebhooksApi {
  private final ApiCaller caller;

  public WebhooksApi(ApiCaller caller) {
    this.caller = caller;
  }

  public WebhookList listWebhooks() {
    return caller.call(ApiRequest.get("/webhooks"), WebhookList.class);
  }

  public Webhook getWebhook(String name) {
    return caller.call(ApiRequest.get("/webhooks/{name}", name), Webhook.class);
  }

  /** Makes it or replaces it as a whole. Without a secret, the stored one stays. */
  public Webhook saveWebhook(String name, WebhookDefinition definition) {
    return caller.call(ApiRequest.put("/webhooks/{name}", name).json(definition), Webhook.class);
  }

  public void deleteWebhook(String name) {
    caller.send(ApiRequest.delete("/webhooks/{name}", name));
  }

  /** Posts one signed test, and says what came back. */
  public WebhookTest testWebhook(String name) {
    return caller.call(ApiRequest.post("/webhooks/{name}/test", name), WebhookTest.class);
  }
}
