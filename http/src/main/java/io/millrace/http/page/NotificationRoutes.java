package io.millrace.http.page;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.node.Engine;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationService;
import io.millrace.engine.notify.NotificationStore.DeliveryState;
import io.millrace.engine.notify.NotificationStore.ListedNotification;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** {@code /notifications}: what happened, and which webhook was told of it. */
public final class NotificationRoutes extends AllDirectives {
  public static final List<EndpointHandler<NotificationRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/notifications")
              .pages(PageSize.USUAL)
              .orSlash()
              .to(NotificationRoutes::list));

  private final NotificationService notifications;
  private final RequestIntake intake;

  public NotificationRoutes(Engine engine, RequestIntake intake) {
    this.notifications = engine.notifications();
    this.intake = intake;
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after", "kind"));
          int limit = query.limit(PageSize.USUAL);
          UUID after = query.read("after", UUID::fromString, "is not the id of a notification");
          Kind kind = query.read("kind", Kind::of);
          query.check();
          return completeWithFuture(
              intake.admit(
                  () ->
                      notifications
                          .list(kind, after, limit)
                          .thenApply(found -> page(found, limit))));
        });
  }

  private static HttpResponse page(List<ListedNotification> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("notifications", found.stream().map(NotificationRoutes::json).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).notification().id().toString());
    }
    return Json.ok(page);
  }

  private static Map<String, Object> json(ListedNotification listed) {
    Notification notification = listed.notification();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", notification.id().toString());
    json.put("kind", notification.kind().text());
    json.put("at", Json.time(notification.at()));
    json.put("subject", notification.subject());
    json.put("details", notification.details());
    json.put("deliveries", listed.deliveries().stream().map(NotificationRoutes::json).toList());
    return json;
  }

  private static Map<String, Object> json(DeliveryState delivery) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("webhook", delivery.webhook());
    json.put("attempts", delivery.attempts());
    json.put("delivered_at", Json.time(delivery.deliveredAt()));
    json.put("next_at", Json.time(delivery.nextAt()));
    json.put("error", delivery.error());
    return json;
  }
}
