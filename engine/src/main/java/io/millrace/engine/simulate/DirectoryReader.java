package io.millrace.engine.simulate;

import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.EntryBatch;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.TaskReason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads clients, users and user-sites into a simulation, one row after the other. A client that is
 * assumed to grow gets copies of its users.
 */
final class DirectoryReader {
  private static final int FETCHED = 5_000;

  private static final String USER_SITES =
      """
      select u.id as user_id, u.client_id, u.status as user_status, u.last_login, s.site_id,
        s.owner, s.status, s.migrating, s.last_refresh, s.last_mfa_required_at,
        d.at, d.retry, d.disabled_reason is not null as disabled, %s
      from users u left join user_sites s on s.user_id = u.id left join due d on d.owner = s.owner
        %s
      order by u.id, s.id
      """;

  /** What is promised and when it last succeeded, where this database knows that. */
  private static final String PROMISED = "f.within_ms, f.last_success";

  private static final String NOT_PROMISED =
      "null::bigint as within_ms, null::timestamptz as last_success";

  private final SimulationRequest request;
  private final OpenTaskStore open;
  private final List<OpenTask> openTasks;
  private final Map<String, Integer> definitions = new HashMap<>();
  private final Map<String, Integer> clientNumbers = new HashMap<>();
  private final Map<Integer, Double> copiesDue = new HashMap<>();
  private final VirtualDirectory directory = new VirtualDirectory();
  private final VirtualUserSites table;

  /** A user-site of the user that is being read. */
  private record ReadUserSite(int definition, UserSiteFacts facts, String owner, DueEntry due) {}

  /** The user that is being read. */
  private record ReadUser(
      String id,
      String client,
      boolean isBlocked,
      @Nullable Instant lastLogin,
      List<ReadUserSite> userSites) {}

  /**
   * @param openTasks receives the open tasks of user-sites and collections
   */
  DirectoryReader(
      SimulationRequest request,
      List<RefreshDefinition> all,
      OpenTaskStore open,
      List<OpenTask> openTasks) {
    this.request = request;
    this.open = open;
    this.openTasks = openTasks;
    this.table = new VirtualUserSites(all);
    for (int i = 0; i < all.size(); i++) {
      definitions.put(all.get(i).name(), i);
    }
  }

  VirtualDirectory directory() {
    return directory;
  }

  VirtualUserSites table() {
    return table;
  }

  /**
   * @param mayGoOn asked now and then; false stops the reading
   */
  void read(Connection connection, BooleanSupplier mayGoOn) throws SQLException {
    for (Client client : new EntryBatch(connection).all(EntryTables.CLIENTS)) {
      Integer n =
          request.changes().flywheel().ownRefreshesPerDay(client.id(), client.refreshesPerDay());
      clientNumbers.put(
          client.id(),
          directory.addClient(new VirtualClient(client.id(), n, client.requiresRecentLogin())));
    }
    ReadUser[] last = {null};
    long[] rows = {0};
    boolean knowsFreshness = knowsFreshness(connection);
    Statements.plannedAnew(connection).stream(
        USER_SITES.formatted(
            knowsFreshness ? PROMISED : NOT_PROMISED,
            knowsFreshness ? "left join freshness f on f.owner = s.owner" : ""),
        FETCHED,
        row -> {
          String id = row.getString("user_id");
          if (last[0] == null || !last[0].id().equals(id)) {
            add(last[0]);
            last[0] = user(row, id);
          }
          addUserSite(row, last[0]);
          return ++rows[0] % FETCHED != 0 || mayGoOn.getAsBoolean();
        });
    add(last[0]);
    readCollections(connection, knowsFreshness);
  }

  private static boolean knowsFreshness(Connection connection) throws SQLException {
    return new Statements(connection)
            .number("select count(*) from pg_tables where tablename = 'freshness'")
        > 0;
  }

  private static ReadUser user(ResultSet row, String id) throws SQLException {
    return new ReadUser(
        id,
        row.getString("client_id"),
        "BLOCKED".equals(row.getString("user_status")),
        Statements.instantOrNull(row, "last_login"),
        new ArrayList<>(2));
  }

  private void addUserSite(ResultSet row, ReadUser user) throws SQLException {
    UserSiteFacts facts = known(UserSiteFactsStore.readJoined(row));
    Integer definition = definitions.get(String.valueOf(row.getString("site_id")));
    if (facts != null && definition != null) {
      user.userSites().add(new ReadUserSite(definition, facts, row.getString("owner"), due(row)));
    }
  }

  /** In the past, what was reported later was not known. */
  private @Nullable UserSiteFacts known(@Nullable UserSiteFacts facts) {
    return facts == null || request.basis() != Basis.PAST
        ? facts
        : facts.knownAt(request.time().from());
  }

  private static DueEntry due(ResultSet row) throws SQLException {
    Long within = row.getObject("within_ms", Long.class);
    return new DueEntry(
        Statements.instantOrNull(row, "at"),
        row.getInt("retry"),
        row.getBoolean("disabled"),
        within == null ? null : Duration.ofMillis(within),
        Statements.instantOrNull(row, "last_success"));
  }

  private void add(@Nullable ReadUser user) {
    Integer client = user == null ? null : clientNumbers.get(user.client());
    if (user == null || client == null) {
      return;
    }
    double due = copiesDue.getOrDefault(client, 0.0) + request.changes().growthOf(user.client());
    int copies = (int) (due + 1e-9);
    copiesDue.put(client, due - copies);
    for (int copy = 0; copy < copies; copy++) {
      directory.addUser(client, user.isBlocked(), user.lastLogin(), table.size());
      for (ReadUserSite userSite : user.userSites()) {
        String owner = copy == 0 ? userSite.owner() : userSite.owner() + "#" + copy;
        int number = directory.users() - 1;
        int row =
            table.add(userSite.definition(), number, userSite.facts(), VirtualUids.key(owner));
        book(row, owner, userSite.due());
      }
      directory.endUser(table.size());
    }
  }

  private void book(int row, String owner, DueEntry due) {
    OpenTask task = open.take(owner, row);
    if (task != null) {
      openTasks.add(task);
    }
    RefreshDefinition definition = table.definition(row);
    Instant from = request.time().from();
    Duration promised = definition.site() == null ? definition.promised() : due.within();
    Duration within = promised == null ? request.changes().fresh().orElse(null) : promised;
    if (within != null) {
      boolean isNow = request.basis() == Basis.NOW;
      table.promise(row, within, isNow ? due.lastSuccess() : null);
    }
    Booking booking =
        due.booking(request.basis(), definition.collection().policy(), from, table.key(row));
    table.book(
        row,
        booking,
        booking.reason() == TaskReason.RETRY ? due.retry() : 0,
        due.isDisabled() && request.basis() != Basis.PAST);
  }

  private void readCollections(Connection connection, boolean knowsFreshness) throws SQLException {
    Map<String, DueEntry> due = new HashMap<>();
    String[] owners =
        table.definitions().stream()
            .filter(definition -> definition.site() == null)
            .map(RefreshDefinition::name)
            .toArray(String[]::new);
    Statements.plannedAnew(connection)
        .forEach(
            """
            select d.owner, at, retry, disabled_reason is not null as disabled, %s from due d %s
            where d.owner = any(?)
            """
                .formatted(
                    knowsFreshness ? PROMISED : NOT_PROMISED,
                    knowsFreshness ? "left join freshness f on f.owner = d.owner" : ""),
            row -> due.put(row.getString("owner"), due(row)),
            (Object) owners);
    for (String owner : owners) {
      Integer definition = definitions.get(owner);
      if (definition != null) {
        int row = table.add(definition, -1, null, VirtualUids.key(owner));
        book(row, owner, due.getOrDefault(owner, DueEntry.NONE));
      }
    }
  }
}
