package io.millrace.engine.directory;

import io.millrace.engine.directory.EntrySaveResult.Result;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Saves the entries of one kind: reads the existing ones, decides, and writes. It fails as raced if
 * another transaction interferes.
 */
record EntryWriter(Connection connection, Predicate<String> isSource, boolean update, Instant now) {

  <T extends DirectoryEntry> List<EntrySaveResult> save(EntryTable<T> table, List<T> entries)
      throws SQLException {
    Map<String, T> existing =
        table.find(connection, entries.stream().map(DirectoryEntry::id).distinct().toList());
    Map<EntryTable.Parent<T>, Set<String>> parents = lockParents(table, entries, existing);
    EntrySaveDecision<T> decision =
        EntrySaveDecision.of(table, entries, existing, entry -> refused(entry, parents), update);
    if (!decision.inserts().isEmpty()) {
      if (table.insert(connection, decision.inserts()) < decision.inserts().size()) {
        throw Transaction.raced("A new " + table.word());
      }
      table.afterInsert(connection, decision.inserts(), now);
    }
    if (!decision.updates().isEmpty()) {
      table.beforeUpdate(connection, decision.updates(), now);
      if (table.update(connection, decision.updates()) < decision.updates().size()) {
        throw Transaction.raced("A " + table.word());
      }
    }
    return decision.saved();
  }

  /**
   * Returns the existing parents of new entries, locked so that they cannot be deleted meanwhile.
   */
  private <T extends DirectoryEntry> Map<EntryTable.Parent<T>, Set<String>> lockParents(
      EntryTable<T> table, List<T> entries, Map<String, T> existing) throws SQLException {
    Map<EntryTable.Parent<T>, Set<String>> found = new LinkedHashMap<>();
    for (EntryTable.Parent<T> parent : table.parents()) {
      List<String> ids =
          entries.stream()
              .filter(entry -> !existing.containsKey(entry.id()))
              .map(parent.id())
              .distinct()
              .toList();
      String sql =
          "select id from " + parent.table() + " where id = any(?) order by id for key share";
      if (ids.isEmpty()) {
        found.put(parent, Set.of());
      } else {
        Statements statements = Statements.plannedAnew(connection);
        found.put(parent, Set.copyOf(statements.rows(sql, row -> row.getString(1), ids)));
      }
    }
    return found;
  }

  private <T extends DirectoryEntry> Optional<EntrySaveResult> refused(
      T entry, Map<EntryTable.Parent<T>, Set<String>> parents) {
    if (entry instanceof SiteEntry && isSource.test(entry.id())) {
      return Optional.of(
          new EntrySaveResult(
              Result.NAME_OF_A_SOURCE,
              new FieldError(
                  "id", entry.id(), "is the name of a source; a site needs a different name")));
    }
    return parents.entrySet().stream()
        .filter(parent -> !parent.getValue().contains(parent.getKey().id().apply(entry)))
        .findFirst()
        .map(Map.Entry::getKey)
        .map(
            parent ->
                new EntrySaveResult(
                    Result.UNKNOWN_PARENT,
                    new FieldError(
                        parent.field(),
                        parent.id().apply(entry),
                        "there is no such " + parent.field())));
  }
}
