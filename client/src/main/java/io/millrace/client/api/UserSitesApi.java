package io.millrace.client.api;

import io.millrace.client.model.PageRequest;
import io.millrace.client.model.TaskModel.TaskReference;
import io.millrace.client.model.UserSiteModel.ConnectionStatus;
import io.millrace.client.model.UserSiteModel.UserSite;
import io.millrace.client.model.UserSiteModel.UserSiteDefinition;
import io.millrace.client.model.UserSiteModel.UserSiteEntry;
import io.millrace.client.model.UserSiteModel.UserSiteExplained;
import io.millrace.client.model.UserSiteModel.UserSitePage;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** User-sites: the connections that are refreshed. */
public final class UserSitesApi {
  private final ApiCaller caller;

  public UserSitesApi(ApiCaller caller) {
    this.caller = caller;
  }

  public UserSitePage listUserSites(
      @Nullable String search,
      @Nullable String user,
      @Nullable String site,
      @Nullable ConnectionStatus status,
      PageRequest page) {
    return caller.call(
        ApiRequest.get("/user-sites")
            .query("search", search)
            .query("user", user)
            .query("site", site)
            .query("status", status)
            .query("limit", page.limit())
            .query("after", page.after()),
        UserSitePage.class);
  }

  /** All user-sites of {@link #listUserSites}. */
  public Stream<UserSiteEntry> allUserSites(
      @Nullable String user, @Nullable String site, @Nullable ConnectionStatus status) {
    return PageStream.of(page -> listUserSites(null, user, site, status, page));
  }

  public UserSite getUserSite(String id) {
    return caller.call(ApiRequest.get("/user-sites/{id}", id), UserSite.class);
  }

  /** Makes it or replaces it as a whole, and enables it. */
  public UserSiteEntry saveUserSite(String id, UserSiteDefinition definition) {
    return caller.call(
        ApiRequest.put("/user-sites/{id}", id).json(definition), UserSiteEntry.class);
  }

  public void deleteUserSite(String id) {
    caller.send(ApiRequest.delete("/user-sites/{id}", id));
  }

  public UserSiteExplained explainUserSite(String id) {
    return caller.call(ApiRequest.get("/user-sites/{id}/explain", id), UserSiteExplained.class);
  }

  public TaskReference refreshUserSite(String id) {
    return caller.call(ApiRequest.post("/user-sites/{id}/refresh", id), TaskReference.class);
  }

  /** No refresh until it is enabled or saved again. */
  public UserSite disableUserSite(String id, @Nullable String reason) {
    return caller.call(
        ApiRequest.post("/user-sites/{id}/disable", id).json(ReasonBody.of(reason)).repeatable(),
        UserSite.class);
  }

  public UserSite enableUserSite(String id) {
    return caller.call(ApiRequest.post("/user-sites/{id}/enable", id).repeatable(), UserSite.class);
  }

  /** A step of the user was needed. */
  public UserSiteEntry reportMfaRequired(String id, Instant at) {
    return caller.call(
        ApiRequest.post("/user-sites/{id}/mfa-required", id).json(Map.of("at", at)).repeatable(),
        UserSiteEntry.class);
  }

  public UserSiteEntry setMigration(String id, boolean migrating) {
    return caller.call(
        ApiRequest.post("/user-sites/{id}/migration", id)
            .json(Map.of("migrating", migrating))
            .repeatable(),
        UserSiteEntry.class);
  }

  public UserSiteEntry setStatus(String id, ConnectionStatus status) {
    return caller.call(
        ApiRequest.post("/user-sites/{id}/status", id).json(Map.of("status", status)).repeatable(),
        UserSiteEntry.class);
  }
}
