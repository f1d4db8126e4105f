package io.millrace.http.flow;

import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolState.PoolSystem;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pools as the API shows them. */
final class PoolJson {
  private PoolJson() {}

  /** Its config, who made it so, and how it is now. */
  static Map<String, Object> state(PoolState state, Instant now) {
    Map<String, Object> json = change(state.newestChange());
    json.put("running", state.running());
    json.put("waiting", state.waiting());
    json.put("counted_since", Json.time(state.countedSince()));
    json.put("systems", state.systems().stream().map(system -> system(system, now)).toList());
    return json;
  }

  /** The config is in the form in which it can be put. */
  static Map<String, Object> change(PoolChange change) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("pool", change.pool());
    json.put("version", change.version());
    json.put("config", change.config() == null ? null : config(change.config()));
    json.put("changed_by", change.changedBy());
    json.put("changed_at", change.version() == 0 ? "" : Json.time(change.changedAt()));
    json.put("reason", change.reason());
    return json;
  }

  private static Map<String, Object> config(PoolConfig config) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("enabled", config.enabled());
    json.put("maxConcurrency", config.maxConcurrency());
    json.put("sourceSystems", List.copyOf(config.sourceSystems()));
    return json;
  }

  private static Map<String, Object> system(PoolSystem system, Instant now) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("systemName", system.systemName());
    json.put("reservedChannels", system.reservedChannels());
    json.put("probability", system.probability());
    json.put("running", system.running());
    json.put("waiting", system.waiting());
    json.put("oldest_since", Json.time(system.oldest()));
    json.put(
        "oldest_seconds",
        system.oldest() == null ? 0 : Duration.between(system.oldest(), now).toSeconds());
    json.put("granted", system.granted());
    json.put("drawn", system.drawn());
    json.put("expected", Math.round(system.expected() * 10) / 10.0);
    return json;
  }
}
