package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, and which webhooks were told. */
public final class NotificationModel {
  private NotificationModel() {}

  /** Something that happened. */
  public record Notification(
      String id,
      String kind,
      Instant at,
      String subject,
      JsonNode details,
      List<Delivery> deliveries) {}

  /** A page of notifications. */
  public record NotificationPage(List<Notification> notifications, @Nullable String after)
      implements Page<Notification> {
    @Override
    public List<Notification> items() {
      return notifications;
    }
  }

  /** All webhooks. */
  public record WebhookList(List<Webhook> webhooks) {}

  /** A webhook, without its secret. */
  public record Webhook(
      String name,
      String url,
      List<String> kinds,
      String keptIn,
      String savedBy,
      @Nullable Instant savedAt) {}

  /** A webhook. Anything left out is as it is by default, or stays. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record WebhookDefinition(
      String url, @Nullable String secret, @Nullable List<String> kinds) {

    /** Omits the secret, and the address, which may contain one. */
    @Override
    public String toString() {
      return "WebhookDefinition[]";
    }
  }

  /** What came of a test. */
  public record WebhookTest(
      String webhook,
      String delivery,
      boolean delivered,
      int status,
      String error,
      double seconds) {}

  /** How a webhook was told. */
  public record Delivery(
      String webhook,
      long attempts,
      @Nullable Instant deliveredAt,
      @Nullable Instant nextAt,
      String error) {}
}
