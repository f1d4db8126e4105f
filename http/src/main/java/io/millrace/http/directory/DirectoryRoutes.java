package io.millrace.http.directory;

import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.directory.User;
import io.millrace.engine.directory.UserStatus;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.node.Engine;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code /clients}, {@code /users}, {@code /sites} and {@code /user-sites}: who has what. */
public final class DirectoryRoutes {
  public static final List<EndpointHandler<DirectoryRoutes>> ENDPOINTS =
      Stream.of(
              DirectoryRoutes.<Client>entries("/clients", routes -> routes.clients),
              DirectoryRoutes.<User>entries("/users", routes -> routes.users),
              DirectoryRoutes.<SiteEntry>entries("/sites", routes -> routes.sites),
              UserSiteRoutes.ENDPOINTS.stream()
                  .map(it -> it.<DirectoryRoutes>within(routes -> routes.userSites))
                  .toList())
          .flatMap(List::stream)
          .toList();

  private final EntryRoutes<Client> clients;
  private final EntryRoutes<User> users;
  private final EntryRoutes<SiteEntry> sites;
  private final UserSiteRoutes userSites;

  public DirectoryRoutes(Engine engine, RequestIntake intake, Clock clock) {
    DirectoryService directory = engine.refreshes().directory();
    this.clients =
        new EntryRoutes<>(
            EntryTables.CLIENTS, directory, intake, Map.of(EntryTable.SEARCH, NamedEntryCheck::id));
    this.users =
        new EntryRoutes<>(
            EntryTables.USERS,
            directory,
            intake,
            Map.of(
                EntryTable.SEARCH,
                NamedEntryCheck::id,
                "client",
                NamedEntryCheck::id,
                "status",
                text -> UserStatus.of(text).name()));
    this.sites =
        new EntryRoutes<>(
            EntryTables.SITES,
            directory,
            intake,
            Map.of(EntryTable.SEARCH, NamedEntryCheck::id, "provider", DirectoryRoutes::storable));
    this.userSites = new UserSiteRoutes(engine, intake, clock);
  }

  private static String storable(String text) {
    if (!JsonDocument.isStorable(text)) {
      throw new InvalidInputException("provider", text, "has NUL in it");
    }
    return text;
  }

  private static <T extends DirectoryEntry> List<EndpointHandler<DirectoryRoutes>> entries(
      String path, Function<DirectoryRoutes, EntryRoutes<T>> routes) {
    return EntryRoutes.<T>endpoints(path).stream().map(it -> it.within(routes)).toList();
  }
}
