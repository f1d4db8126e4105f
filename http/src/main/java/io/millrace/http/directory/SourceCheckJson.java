package io.millrace.http.directory;

import io.millrace.engine.definition.SourceKeeper.CheckedSources;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.Sources;
import io.millrace.http.endpoint.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a checked document would change, and when the changed collections would run. */
final class SourceCheckJson {
  private static final int MOST_NAMES = 100;
  private static final int NEXT = 3;

  private SourceCheckJson() {}

  static Map<String, Object> json(CheckedSources checked, Instant now) {
    Sources before = checked.before();
    Sources after = checked.after();
    List<SourceCollection> added = only(after, it -> before.find(it.id()).isEmpty());
    List<SourceCollection> changed =
        only(after, it -> before.find(it.id()).filter(old -> !old.equals(it)).isPresent());
    List<SourceCollection> removed = only(before, it -> after.find(it.id()).isEmpty());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("collections", after.collections().size());
    json.put("added", added.size());
    json.put("changed", changed.size());
    json.put("removed", removed.size());
    json.put(
        "differences",
        Stream.of(
                rows("added", added, now),
                rows("changed", changed, now),
                rows("removed", removed, null))
            .flatMap(List::stream)
            .limit(MOST_NAMES)
            .toList());
    return json;
  }

  private static List<SourceCollection> only(Sources of, Predicate<SourceCollection> wanted) {
    return of.collections().stream().filter(wanted).toList();
  }

  /**
   * @param now absent for collections that will not run again
   */
  private static List<Map<String, Object>> rows(
      String change, List<SourceCollection> collections, @Nullable Instant now) {
    return collections.stream()
        .limit(MOST_NAMES)
        .map(collection -> row(change, collection, now))
        .toList();
  }

  private static Map<String, Object> row(
      String change, SourceCollection collection, @Nullable Instant now) {
    CollectionId id = collection.id();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("change", change);
    json.put("source", id.source());
    json.put("collection", id.collection());
    json.put("schedule", collection.policy().scheduleText());
    json.put("next", now == null ? List.of() : next(collection, now));
    return json;
  }

  private static List<String> next(SourceCollection collection, Instant now) {
    List<String> times = new ArrayList<>();
    Instant at = collection.policy().plannedAfter(now);
    while (at != null && times.size() < NEXT) {
      times.add(Json.time(at));
      at = collection.policy().plannedAfter(at);
    }
    return times;
  }
}
