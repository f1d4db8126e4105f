package io.millrace.engine.notify;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of the webhooks. */
public final class NotifierMeters {
  private record WebhookCounters(
      Counter delivered, Counter failed, Counter givenUp, AtomicInteger waiting) {}

  private final Map<String, WebhookCounters> webhooks = new HashMap<>();

  public NotifierMeters(MeterRegistry registry, List<Webhook> webhooks) {
    webhooks.forEach(webhook -> this.webhooks.put(webhook.name(), meters(registry, webhook)));
  }

  private static WebhookCounters meters(MeterRegistry registry, Webhook webhook) {
    AtomicInteger waiting = new AtomicInteger();
    Gauge.builder("millrace.webhooks.waiting", waiting, AtomicInteger::get)
        .description("Notifications that a webhook has not accepted yet")
        .tag("webhook", webhook.name())
        .register(registry);
    return new WebhookCounters(
        counter(registry, webhook, "delivered", "Notifications that a webhook has accepted"),
        counter(registry, webhook, "failed", "Attempts that a webhook did not accept"),
        counter(registry, webhook, "given.up", "Notifications that a webhook will not get"),
        waiting);
  }

  private static Counter counter(
      MeterRegistry registry, Webhook webhook, String name, String description) {
    return Counter.builder("millrace.webhooks." + name)
        .description(description)
        .tag("webhook", webhook.name())
        .register(registry);
  }

  void ended(WebhookDelivery.DeliveryEnd end) {
    WebhookCounters meters = webhooks.get(end.delivery().webhook());
    if (meters == null) {
      return;
    }
    (end.delivered() ? meters.delivered() : meters.failed()).increment();
    if (end.givenUp()) {
      meters.givenUp().increment();
    }
  }

  void waiting(Map<String, Integer> counts) {
    webhooks.forEach((webhook, meters) -> meters.waiting().set(counts.getOrDefault(webhook, 0)));
  }

  /** Another node counts them now, or none. */
  void reset() {
    webhooks.values().forEach(meters -> meters.waiting().set(0));
  }
}
