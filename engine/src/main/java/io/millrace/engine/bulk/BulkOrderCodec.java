package io.millrace.engine.bulk;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskStatus;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON in which a search and the refusals are stored. */
final class BulkOrderCodec {
  private BulkOrderCodec() {}

  static String write(TaskSearch search) {
    TaskQuery query = search.query();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("source", query.source());
    json.put("collection", query.collection());
    query.statuses().stream().sorted().forEach(it -> json.withArray("statuses").add(it.name()));
    json.put("start", query.start().toString());
    json.put("end", query.end().toString());
    json.put("message", search.message());
    json.put("worker", search.worker());
    json.put("reason", search.reason() == null ? null : search.reason().text());
    json.put("newest", search.newestOnly());
    return json.toString();
  }

  static TaskSearch read(String text) {
    JsonNode json = JsonDocument.anyObject(text);
    Set<TaskStatus> statuses = new LinkedHashSet<>();
    json.path("statuses").forEach(word -> statuses.add(TaskStatus.valueOf(word.asText())));
    String reason = text(json, "reason");
    return new TaskSearch(
        new TaskQuery(
            text(json, "source"),
            Instant.parse(requireNonNull(text(json, "start"))),
            Instant.parse(requireNonNull(text(json, "end"))),
            statuses,
            text(json, "collection"),
            1,
            null),
        text(json, "message"),
        text(json, "worker"),
        reason == null ? null : TaskReason.of(reason),
        json.path("newest").asBoolean(),
        false);
  }

  private static @Nullable String text(JsonNode json, String name) {
    return json.hasNonNull(name) ? json.path(name).asText() : null;
  }

  static String write(Map<String, Long> refused) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    refused.forEach((reason, n) -> json.put(reason, n));
    return json.toString();
  }

  static Map<String, Long> refused(String text) {
    Map<String, Long> refused = new TreeMap<>();
    JsonDocument.anyObject(text)
        .properties()
        .forEach(field -> refused.put(field.getKey(), field.getValue().asLong()));
    return refused;
  }
}
