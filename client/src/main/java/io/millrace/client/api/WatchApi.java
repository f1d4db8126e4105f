package io.millrace.client.api;

import io.millrace.client.model.NotificationModel.Notification;
import io.millrace.client.model.NotificationModel.NotificationPage;
import io.millrace.client.model.PageRequest;
import io.millrace.client.model.RefreshFilter;
import io.millrace.client.model.WatchModel.Cluster;
import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.model.WatchModel.RefreshOverview;
import io.millrace.client.model.WatchModel.RefreshPage;
import io.millrace.client.model.WatchModel.Session;
import io.millrace.client.model.WatchModel.Today;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How all of it is, and what happened. */
public final class WatchApi {
  private final ApiCaller caller;

  public WatchApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** Who asks, and with which role. */
  public Session getSession() {
    return caller.call(ApiRequest.get("/session"), Session.class);
  }

  /** What was planned on a day and what became of it; without a date, today. */
  public Today getDay(@Nullable LocalDate date) {
    return caller.call(ApiRequest.get("/today").query("date", date), Today.class);
  }

  public RefreshPage listRefreshes(RefreshFilter filter, PageRequest page) {
    return caller.call(
        QueryFields.add(ApiRequest.get("/refreshes"), filter)
            .query("limit", page.limit())
            .query("after", page.after()),
        RefreshPage.class);
  }

  /** All refreshes of {@link #listRefreshes}. */
  public Stream<RefreshOverview> allRefreshes(RefreshFilter filter) {
    return PageStream.of(page -> listRefreshes(filter, page));
  }

  /** How all of it is now. */
  public LiveState watchEvents() {
    return caller.call(
        ApiRequest.get("/events").header("Accept", "application/json"), LiveState.class);
  }

  /** How all of it is, once a second. */
  public LiveFollower followEvents() {
    return new LiveFollower(caller.events(ApiRequest.get("/events")));
  }

  public Cluster getCluster() {
    return caller.call(ApiRequest.get("/cluster"), Cluster.class);
  }

  public NotificationPage listNotifications(@Nullable String kind, PageRequest page) {
    return caller.call(
        ApiRequest.get("/notifications")
            .query("kind", kind)
            .query("limit", page.limit())
            .query("after", page.after()),
        NotificationPage.class);
  }

  /** All notifications of {@link #listNotifications}. */
  public Stream<Notification> allNotifications(@Nullable String kind) {
    return PageStream.of(page -> listNotifications(kind, page));
  }
}
