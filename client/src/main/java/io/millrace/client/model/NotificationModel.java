package io.millrace.client.model;

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

  /** How a webhook was told. */
  public record Delivery(
      String webhook,
      long attempts,
      @Nullable Instant deliveredAt,
      @Nullable Instant nextAt,
      String error) {}
}
