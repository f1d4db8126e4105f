package io.millrace.engine.directory;

import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The tables of the directory. A batch of any size takes few statements, and is all or nothing. */
public final class DirectoryStore {
  private static final String DISABLED =
      "select owner from due where owner = any(?) and disabled_reason is not null";

  /** The result of saving an entry, and its version afterwards. */
  public record SavedVersion(EntrySaveResult result, String version) {}

  private final DataSource database;
  private final Clock clock;
  private final Predicate<String> isSource;

  /**
   * @param isSource whether a source has that name; a site must not have the same name
   */
  public DirectoryStore(DataSource database, Clock clock, Predicate<String> isSource) {
    this.database = database;
    this.clock = clock;
    this.isSource = isSource;
  }

  /**
   * Saves entries of any kinds in one transaction, parents before children.
   *
   * @param update whether existing entries with other values are changed; otherwise the entry is
   *     rejected
   * @return the result of each entry, in order
   */
  public List<EntrySaveResult> save(List<? extends DirectoryEntry> entries, boolean update)
      throws SQLException {
    Instant now = clock.instant();
    return Transaction.run(
        database,
        connection -> {
          EntrySaveResult[] saved = new EntrySaveResult[entries.size()];
          for (EntryTable<?> table : EntryTables.ALL) {
            saveEntriesOf(
                table, new EntryWriter(connection, isSource, update, now), entries, saved);
          }
          return Arrays.asList(saved);
        });
  }

  /** Saves one entry, if the stored one has the expected version. */
  public SavedVersion save(DirectoryEntry entry, ExpectedVersion expected) throws SQLException {
    Instant now = clock.instant();
    return Transaction.run(
        database,
        connection -> {
          EntryTable<?> table = EntryTables.of(entry);
          check(connection, table, entry.id(), expected);
          EntrySaveResult[] saved = new EntrySaveResult[1];
          saveEntriesOf(
              table, new EntryWriter(connection, isSource, true, now), List.of(entry), saved);
          return new SavedVersion(saved[0], table.version(connection, entry.id()).orElse(""));
        });
  }

  /** The row is locked, so that nobody changes it between the check and the change. */
  private static void check(
      Connection connection, EntryTable<?> table, String id, ExpectedVersion expected)
      throws SQLException {
    if (!expected.equals(ExpectedVersion.ANY)) {
      new Statements(connection)
          .rows("select id from " + table.plural() + " where id = ? for update", row -> true, id);
      expected.check(table.word() + " '" + id + "'", table.version(connection, id).orElse(null));
    }
  }

  private static <T extends DirectoryEntry> void saveEntriesOf(
      EntryTable<T> table,
      EntryWriter writer,
      List<? extends DirectoryEntry> entries,
      EntrySaveResult[] saved)
      throws SQLException {
    List<T> matching = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < saved.length; i++) {
      if (table.type().isInstance(entries.get(i))) {
        matching.add(table.type().cast(entries.get(i)));
        places.add(i);
      }
    }
    if (!matching.isEmpty()) {
      List<EntrySaveResult> results = writer.save(table, matching);
      for (int i = 0; i < places.size(); i++) {
        saved[places.get(i)] = results.get(i);
      }
    }
  }

  /**
   * Finds an entry with its version. The version is read first: if the entry changes meanwhile, a
   * change that expects this version is refused.
   */
  public <T extends DirectoryEntry> Optional<VersionedEntry<T>> findVersion(
      EntryTable<T> table, String id) throws SQLException {
    if (!CollectionId.isName(id)) {
      return Optional.empty();
    }
    try (Connection connection = database.getConnection()) {
      Optional<String> version = table.version(connection, id);
      T entry = table.find(connection, List.of(id)).get(id);
      return entry == null
          ? Optional.empty()
          : version.map(found -> new VersionedEntry<>(entry, found));
    }
  }

  /** Finds an entry; empty also for a text that is no valid id. */
  public <T extends DirectoryEntry> Optional<T> find(EntryTable<T> table, String id)
      throws SQLException {
    if (!CollectionId.isName(id)) {
      return Optional.empty();
    }
    try (Connection connection = database.getConnection()) {
      return Optional.ofNullable(table.find(connection, List.of(id)).get(id));
    }
  }

  /**
   * Returns entries ordered by id.
   *
   * @param filters values by field; an entry must match all of them
   * @param after the last id of the previous page; absent for the first page
   */
  public <T extends DirectoryEntry> List<T> list(
      EntryTable<T> table, Map<String, String> filters, @Nullable String after, int limit)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      return table.list(connection, filters, after, limit);
    }
  }

  /** Deletes an entry. A user goes with its user-sites. A client or site in use stays. */
  public EntryDeleteResult delete(EntryTable<?> table, String id) throws SQLException {
    return delete(table, id, ExpectedVersion.ANY);
  }

  /** The same, if the entry has the expected version. */
  public EntryDeleteResult delete(EntryTable<?> table, String id, ExpectedVersion expected)
      throws SQLException {
    return CollectionId.isName(id)
        ? Transaction.run(
            database,
            connection -> {
              if (table.version(connection, id).isPresent()) {
                check(connection, table, id, expected);
              }
              return EntryDeleter.delete(connection, table, id);
            })
        : EntryDeleteResult.NOT_FOUND;
  }

  /** Changes one user-site after a report; empty if there is none. */
  public Optional<UserSiteEntry> change(String id, UnaryOperator<UserSiteEntry> change)
      throws SQLException {
    Instant now = clock.instant();
    return CollectionId.isName(id)
        ? Transaction.run(database, connection -> change(connection, id, change, now))
        : Optional.empty();
  }

  private static Optional<UserSiteEntry> change(
      Connection connection, String id, UnaryOperator<UserSiteEntry> change, Instant now)
      throws SQLException {
    StatusChanges.lock(connection, List.of(id));
    UserSiteEntry existing = EntryTables.USER_SITES.find(connection, List.of(id)).get(id);
    if (existing == null) {
      return Optional.empty();
    }
    UserSiteEntry changed = change.apply(existing);
    EntryTables.USER_SITES.beforeUpdate(connection, List.of(changed), now);
    EntryTables.USER_SITES.update(connection, List.of(changed));
    return Optional.of(changed);
  }

  /** Returns the owners that are disabled until they are saved. */
  public Set<String> disabled(List<String> owners) throws SQLException {
    try (Connection connection = database.getConnection()) {
      Statements sql = Statements.plannedAnew(connection);
      return Set.copyOf(sql.rows(DISABLED, row -> row.getString(1), owners));
    }
  }
}
