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
  private final MeterRegistry registry;

  public NotifierMeters(MeterRegistry registry, List<Webhook> webhooks) {
    this.registry = registry;
    webhooks.forEach(webhook -> of(webhook.name()));
  }

  private WebhookCounters of(String webhook) {
    return webhooks.computeIfAbsent(webhook, name -> meters(registry, name));
  }

  private static WebhookCounters meters(MeterRegistry registry, String webhook) {
    AtomicInteger waiting = new AtomicInteger();
    Gauge.builder("millrace.webhooks.waiting", waiting, AtomicInteger::get)
        .description("Notifications that a webhook has not accepted yet")
        .tag("webhook", webhook)
        .register(registry);
    return new WebhookCounters(
        counter(registry, webhook, "delivered", "Notifications that a webhook has accepted"),
        counter(registry, webhook, "failed", "Attempts that a webhook did not accept"),
        counter(registry, webhook, "given.up", "Notifications that a webhook will not get"),
        waiting);
  }

  private static Counter counter(
      MeterRegistry registry, String webhook, String name, String description) {
    return Counter.builder("millrace.webhooks." + name)
        .description(description)
        .tag("webhook", webhook)
        .register(registry);
  }

  void ended(WebhookDelivery.DeliveryEnd end) {
    WebhookCounters meters = of(end.delivery().webhook());
    (end.delivered() ? meters.delivered() : meters.failed()).increment();
    if (end.givenUp()) {
      meters.givenUp().increment();
    }
  }

  void waiting(Map<String, Integer> counts) {
    counts.keySet().forEach(this::of);
    webhooks.forEach((webhook, meters) -> meters.waiting().set(counts.getOrDefault(webhook, 0)));
  }

  /** Another node counts them now, or none. */
  void reset() {
    webhooks.values().forEach(meters -> meters.waiting().set(0));
  }
}
