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

/**
 * What is to become of many entries, given one after the other: a later one of the same id meets
 * what the earlier one left.
 *
 * @param saved for each of them, in order
 * @param inserts what is to be made
 * @param updates what is to be changed
 */
record EntrySaveDecision<T extends DirectoryEntry>(
    List<EntrySaveResult> saved, List<T> inserts, List<T> updates) {
  /**
   * @param existing by id
   * @param refused why a new entry cannot be; empty if it can
   * @param update whether what exists with other data is changed, or is left and the entry rejected
   */
  static <T extends DirectoryEntry> EntrySaveDecision<T> of(
      EntryTable<T> table,
      List<T> given,
      Map<String, T> existing,
      Function<T, Optional<EntrySaveResult>> refused,
      boolean update) {
    Map<String, T> now = new HashMap<>(existing);
    Map<String, T> inserts = new LinkedHashMap<>();
    Map<String, T> updates = new LinkedHashMap<>();
    List<EntrySaveResult> saved = new ArrayList<>();
    for (T entry : given) {
      T there = now.get(entry.id());
      EntrySaveResult one =
          there == null
              ? refused.apply(entry).orElse(EntrySaveResult.CREATED)
              : decideExisting(table, there, entry, update);
      saved.add(one);
      if (one.result() == Result.CREATED || one.result() == Result.UPDATED) {
        now.put(entry.id(), entry);
        boolean isNew = !existing.containsKey(entry.id());
        (isNew ? inserts : updates).put(entry.id(), entry);
      }
    }
    return new EntrySaveDecision<>(
        saved, List.copyOf(inserts.values()), List.copyOf(updates.values()));
  }

  private static <T extends DirectoryEntry> EntrySaveResult decideExisting(
      EntryTable<T> table, T there, T given, boolean update) {
    for (EntryTable.Parent<T> parent : table.parents()) {
      String is = parent.id().apply(there);
      String said = parent.id().apply(given);
      if (!is.equals(said)) {
        return new EntrySaveResult(
            Result.BELONGS_ELSEWHERE,
            new FieldError(
                parent.field(), said, "belongs to '" + is + "' already, and that never changes"));
      }
    }
    if (there.isSameAs(given)) {
      return EntrySaveResult.UNCHANGED;
    }
    return update ? EntrySaveResult.UPDATED : differs(there.fields(), given.fields());
  }

  private static EntrySaveResult differs(Map<String, Object> there, Map<String, Object> given) {
    Map<String, Object> all = new LinkedHashMap<>(given);
    all.putAll(there);
    List<String> fields =
        all.keySet().stream()
            .filter(field -> !Objects.equals(there.get(field), given.get(field)))
            .toList();
    String with =
        fields.stream()
            .map(field -> field + " " + describe(there.get(field)))
            .collect(Collectors.joining(", "));
    return new EntrySaveResult(
        Result.DIFFERS,
        new FieldError(
            fields.get(0),
            shortened(given.get(fields.get(0))),
            "exists already with " + with + "; import with update=true changes it"));
  }

  private static String describe(Object value) {
    return value == null ? "not given" : "= '" + shortened(value) + "'";
  }

  /** Numbers and flags as they are, all else as text. */
  private static Object shortened(Object value) {
    return value instanceof Number || value instanceof Boolean || value == null
        ? value
        : FieldErrors.shortened(value.toString());
  }
}
