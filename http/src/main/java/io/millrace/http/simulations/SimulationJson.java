package io.millrace.http.simulations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.simulate.StoredSimulation;
import io.millrace.http.endpoint.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Simulations as the API tells them. */
final class SimulationJson {
  private SimulationJson() {}

  static Map<String, Object> list(List<StoredSimulation> all) {
    return Map.of("simulations", all.stream().map(SimulationJson::simulation).toList());
  }

  /** Without its result. */
  static Map<String, Object> simulation(StoredSimulation simulation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", simulation.id().toString());
    json.put("created_at", Json.time(simulation.createdAt()));
    json.put("created_by", simulation.createdBy());
    json.put("state", simulation.status().state().text());
    json.put("progress", Math.round(simulation.status().progress() * 1_000) / 1_000.0);
    json.put("error", simulation.status().error());
    json.put("request", parsed(simulation.request()));
    return json;
  }

  static Map<String, Object> withResult(StoredSimulation simulation) {
    Map<String, Object> json = simulation(simulation);
    if (!simulation.status().result().isEmpty()) {
      json.put("result", parsed(simulation.status().result()));
    }
    return json;
  }

  static JsonNode parsed(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException("A stored simulation is not JSON", fault);
    }
  }
}
