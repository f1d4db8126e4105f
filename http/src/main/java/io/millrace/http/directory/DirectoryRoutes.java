package io.millrace.http.directory;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.directory.User;
import io.millrace.engine.directory.UserStatus;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.node.Engine;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.Map;

/** {@code /clients}, {@code /users}, {@code /sites} and {@code /user-sites}: who has what. */
public final class DirectoryRoutes extends AllDirectives {
  private final EntryRoutes<Client> clients;
  private final EntryRoutes<User> users;
  private final EntryRoutes<SiteEntry> sites;
  private final UserSiteRoutes userSites;

  public DirectoryRoutes(Engine engine, RequestIntake intake, Clock clock) {
    DirectoryService directory = engine.refreshes().directory();
    this.clients = new EntryRoutes<>(EntryTables.CLIENTS, directory, intake, Map.of());
    this.users =
        new EntryRoutes<>(
            EntryTables.USERS,
            directory,
            intake,
            Map.of("client", NamedEntryCheck::id, "status", text -> UserStatus.of(text).name()));
    this.sites =
        new EntryRoutes<>(
            EntryTables.SITES, directory, intake, Map.of("provider", DirectoryRoutes::storable));
    this.userSites = new UserSiteRoutes(engine, intake, clock);
  }

  private static String storable(String text) {
    if (!JsonDocument.isStorable(text)) {
      throw new InvalidInputException("provider", text, "has NUL in it");
    }
    return text;
  }

  public Route routes() {
    return concat(
        pathPrefix("clients", () -> all(clients)),
        pathPrefix("users", () -> all(users)),
        pathPrefix("sites", () -> all(sites)),
        userSites.routes());
  }

  private <T extends DirectoryEntry> Route all(EntryRoutes<T> entries) {
    return concat(
        pathEndOrSingleSlash(() -> get(entries::list)),
        path(
            PathMatchers.segment(),
            id ->
                concat(
                    put(() -> entries.save(id)),
                    get(() -> entries.show(id)),
                    delete(() -> entries.delete(id)))));
  }
}
