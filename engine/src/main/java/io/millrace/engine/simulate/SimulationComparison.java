package io.millrace.engine.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Two results side by side. */
public final class SimulationComparison {
  private static final List<String> TOTALS = List.of("started", "late", "missed_minutes");

  private SimulationComparison() {}

  /** Compares two results, as they are stored. */
  public static Map<String, Object> of(JsonNode a, JsonNode b) {
    Map<String, Object> json = new LinkedHashMap<>();
    List<Object> totals = new ArrayList<>();
    TOTALS.forEach(name -> totals.add(pair("name", name, a.path(name), b.path(name))));
    for (String group : List.of("ends", "skips")) {
      TreeMap<String, Object> names = new TreeMap<>();
      a.path(group).fieldNames().forEachRemaining(name -> names.put(name, ""));
      b.path(group).fieldNames().forEachRemaining(name -> names.put(name, ""));
      for (String name : names.keySet()) {
        totals.add(
            pair("name", group + "." + name, a.path(group).path(name), b.path(group).path(name)));
      }
    }
    json.put("totals", totals);
    json.put("systems", systems(a, b));
    json.put("started", series(a, b, "started"));
    json.put("running", series(a, b, "running"));
    json.put("waiting", series(a, b, "waiting"));
    return json;
  }

  private static Map<String, Object> pair(String key, String name, JsonNode a, JsonNode b) {
    Map<String, Object> pair = new LinkedHashMap<>();
    pair.put(key, name);
    pair.put("a", a.asLong());
    pair.put("b", b.asLong());
    return pair;
  }

  private static Map<String, Object> series(JsonNode a, JsonNode b, String name) {
    Map<String, Object> both = new LinkedHashMap<>();
    both.put("a", a.path("minutes").path(name));
    both.put("b", b.path("minutes").path(name));
    return both;
  }

  private static List<Object> systems(JsonNode a, JsonNode b) {
    Map<String, JsonNode> ofA = bySystem(a);
    Map<String, JsonNode> ofB = bySystem(b);
    TreeMap<String, JsonNode> all = new TreeMap<>(ofA);
    all.putAll(ofB);
    List<Object> systems = new ArrayList<>();
    for (String name : all.keySet()) {
      Map<String, Object> system = new LinkedHashMap<>();
      system.put("system", name);
      for (String field : List.of("started", "late", "p50_ms", "p95_ms", "max_ms")) {
        JsonNode none = MissingNode.getInstance();
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("a", ofA.getOrDefault(name, none).path(field).asLong());
        both.put("b", ofB.getOrDefault(name, none).path(field).asLong());
        system.put(field, both);
      }
      systems.add(system);
    }
    return systems;
  }

  private static Map<String, JsonNode> bySystem(JsonNode result) {
    Map<String, JsonNode> systems = new TreeMap<>();
    for (JsonNode pool : result.path("pools")) {
      for (JsonNode system : pool.path("systems")) {
        systems.put(
            DayFigures.systemKey(pool.path("pool").asText(), system.path("system").asText()),
            system);
      }
    }
    return systems;
  }
}
