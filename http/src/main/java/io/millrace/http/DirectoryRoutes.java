package io.millrace.http;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.Entry;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.directory.User;
import io.millrace.engine.directory.UserStatus;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.node.Directory;
import io.millrace.engine.node.Engine;
import java.time.Clock;
import java.util.Map;

/** {@code /clients}, {@code /users}, {@code /sites} and {@code /user-sites}: who has what. */
final class DirectoryRoutes extends AllDirectives {
  private final Entries<Client> clients;
  private final Entries<User> users;
  private final Entries<SiteEntry> sites;
  private final UserSiteRoutes userSites;

  DirectoryRoutes(Engine engine, Intake intake, Clock clock) {
    Directory directory = engine.refreshes().directory();
    this.clients = new Entries<>(Tables.CLIENTS, directory, intake, Map.of());
    this.users =
        new Entries<>(
            Tables.USERS,
            directory,
            intake,
            Map.of("client", Entries::id, "status", text -> UserStatus.of(text).name()));
    this.sites =
        new Entries<>(
            Tables.SITES, directory, intake, Map.of("provider", DirectoryRoutes::storable));
    this.userSites = new UserSiteRoutes(engine, intake, clock);
  }

  private static String storable(String text) {
    if (!JsonDocument.isStorable(text)) {
      throw new InvalidInputException("provider", text, "has NUL in it");
    }
    return text;
  }

  Route routes() {
    return concat(
        pathPrefix("clients", () -> all(clients)),
        pathPrefix("users", () -> all(users)),
        pathPrefix("sites", () -> all(sites)),
        userSites.routes());
  }

  private <T extends Entry> Route all(Entries<T> entries) {
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
