package io.millrace.client.api;

import io.millrace.client.model.DirectoryModel.Client;
import io.millrace.client.model.DirectoryModel.ClientDefinition;
import io.millrace.client.model.DirectoryModel.ClientPage;
import io.millrace.client.model.DirectoryModel.Site;
import io.millrace.client.model.DirectoryModel.SitePage;
import io.millrace.client.model.DirectoryModel.User;
import io.millrace.client.model.DirectoryModel.UserDefinition;
import io.millrace.client.model.DirectoryModel.UserPage;
import io.millrace.client.model.DirectoryModel.UserStatus;
import io.millrace.client.model.ImportModel.ImportResult;
import io.millrace.client.model.PageRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Clients, sites and users, and the import of all of them. */
public final class DirectoryApi {
  private final ApiCaller caller;

  public DirectoryApi(ApiCaller caller) {
    this.caller = caller;
  }

  public ClientPage listClients(@Nullable String search, PageRequest page) {
    return caller.call(
        ApiRequest.get("/clients")
            .query("search", search)
            .query("limit", page.limit())
            .query("after", page.after()),
        ClientPage.class);
  }

  /** All clients of {@link #listClients}. */
  public Stream<Client> allClients() {
    return PageStream.of(page -> listClients(null, page));
  }

  public Client getClient(String id) {
    return caller.call(ApiRequest.get("/clients/{id}", id), Client.class);
  }

  /** Makes it or replaces it as a whole. */
  public Client saveClient(String id, ClientDefinition definition) {
    return caller.call(ApiRequest.put("/clients/{id}", id).json(definition), Client.class);
  }

  public void deleteClient(String id) {
    caller.send(ApiRequest.delete("/clients/{id}", id));
  }

  public SitePage listSites(@Nullable String search, @Nullable String provider, PageRequest page) {
    return caller.call(
        ApiRequest.get("/sites")
            .query("search", search)
            .query("provider", provider)
            .query("limit", page.limit())
            .query("after", page.after()),
        SitePage.class);
  }

  /** All sites of {@link #listSites}. */
  public Stream<Site> allSites(@Nullable String provider) {
    return PageStream.of(page -> listSites(null, provider, page));
  }

  public Site getSite(String id) {
    return caller.call(ApiRequest.get("/sites/{id}", id), Site.class);
  }

  /** Makes it or replaces it as a whole. The fields are those of the API, such as {@code run}. */
  public Site saveSite(String id, Map<String, ?> definition) {
    return caller.call(ApiRequest.put("/sites/{id}", id).json(definition), Site.class);
  }

  public void deleteSite(String id) {
    caller.send(ApiRequest.delete("/sites/{id}", id));
  }

  public UserPage listUsers(
      @Nullable String search,
      @Nullable String client,
      @Nullable UserStatus status,
      PageRequest page) {
    return caller.call(
        ApiRequest.get("/users")
            .query("search", search)
            .query("client", client)
            .query("status", status)
            .query("limit", page.limit())
            .query("after", page.after()),
        UserPage.class);
  }

  /** All users of {@link #listUsers}. */
  public Stream<User> allUsers(@Nullable String client, @Nullable UserStatus status) {
    return PageStream.of(page -> listUsers(null, client, status, page));
  }

  public User getUser(String id) {
    return caller.call(ApiRequest.get("/users/{id}", id), User.class);
  }

  /** Makes it or replaces it as a whole. The client of a user never changes. */
  public User saveUser(String id, UserDefinition definition) {
    return caller.call(ApiRequest.put("/users/{id}", id).json(definition), User.class);
  }

  public void deleteUser(String id) {
    caller.send(ApiRequest.delete("/users/{id}", id));
  }

  /**
   * Imports many entries, one JSON object a line.
   *
   * @param lines opened for each try, and read as fast as the server takes it; if it can give the
   *     same stream only, there is no second try
   * @param update whether entries that exist with other data are changed
   * @param timeout how long all of it may take
   */
  public ImportResult importDirectory(
      Supplier<InputStream> lines, boolean update, Duration timeout) {
    return caller.call(
        ApiRequest.post("/import").query("update", update ? true : null).stream(
                "application/x-ndjson", lines)
            .timeout(timeout),
        ImportResult.class);
  }
}
