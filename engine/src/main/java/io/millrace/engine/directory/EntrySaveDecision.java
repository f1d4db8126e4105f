package io.millrace.engine.directory;

import io.millrace.engine.directory.EntrySaveResult.Result;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides about many entries in order. A later entry of the same id sees the result of the earlier
 * one.
 *
 * @param saved the result of each entry, in order
 * @param inserts the entries to insert
 * @param updates the entries to update
 */
record EntrySaveDecision<T extends DirectoryEntry>(
    List<EntrySaveResult> saved, List<T> inserts, List<T> updates) {
  /**
   * @param existing by id
   * @param refused why a new entry is refused; empty if it is not
   * @param update whether existing entries with other values are changed; otherwise the entry is
   *     rejected
   */
  static <T extends DirectoryEntry> EntrySaveDecision<T> of(
      EntryTable<T> table,
      List<T> entries,
      Map<String, T> existing,
      Function<T, Optional<EntrySaveResult>> refused,
      boolean update) {
    Map<String, T> current = new HashMap<>(existing);
    Map<String, T> inserts = new LinkedHashMap<>();
    Map<String, T> updates = new LinkedHashMap<>();
    List<EntrySaveResult> saved = new ArrayList<>();
    for (T entry : entries) {
      T existingEntry = current.get(entry.id());
      EntrySaveResult result =
          existingEntry == null
              ? refused.apply(entry).orElse(EntrySaveResult.CREATED)
              : decideExisting(table, existingEntry, entry, update);
      saved.add(result);
      if (result.result() == Result.CREATED || result.result() == Result.UPDATED) {
        current.put(entry.id(), entry);
        boolean isNew = !existing.containsKey(entry.id());
        (isNew ? inserts : updates).put(entry.id(), entry);
      }
    }
    return new EntrySaveDecision<>(
        saved, List.copyOf(inserts.values()), List.copyOf(updates.values()));
  }

  private static <T extends DirectoryEntry> EntrySaveResult decideExisting(
      EntryTable<T> table, T existingEntry, T given, boolean update) {
    for (EntryTable.Parent<T> parent : table.parents()) {
      String currentParent = parent.id().apply(existingEntry);
      String givenParent = parent.id().apply(given);
      if (!currentParent.equals(givenParent)) {
        return new EntrySaveResult(
            Result.BELONGS_ELSEWHERE,
            new FieldError(
                parent.field(),
                givenParent,
                "already belongs to '" + currentParent + "', and that cannot change"));
      }
    }
    if (existingEntry.isSameAs(given)) {
      return EntrySaveResult.UNCHANGED;
    }
    return update ? EntrySaveResult.UPDATED : differs(existingEntry.fields(), given.fields());
  }

  private static EntrySaveResult differs(Map<String, Object> stored, Map<String, Object> given) {
    Map<String, Object> all = new LinkedHashMap<>(given);
    all.putAll(stored);
    List<String> fields =
        all.keySet().stream()
            .filter(field -> !Objects.equals(stored.get(field), given.get(field)))
            .toList();
    String differences =
        fields.stream()
            .map(field -> field + " " + describe(stored.get(field)))
            .collect(Collectors.joining(", "));
    return new EntrySaveResult(
        Result.DIFFERS,
        new FieldError(
            fields.get(0),
            shortened(given.get(fields.get(0))),
            "already exists with " + differences + "; import with update=true to change it"));
  }

  private static String describe(@Nullable Object value) {
    return value == null ? "not given" : "= '" + shortened(value) + "'";
  }

  /** Numbers and flags as they are, all else as text. */
  private static @Nullable Object shortened(@Nullable Object value) {
    return value instanceof Number || value instanceof Boolean || value == null
        ? value
        : FieldErrors.shortened(value.toString());
  }
}
