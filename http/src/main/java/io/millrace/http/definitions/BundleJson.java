package io.millrace.http.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.bundle.BundleChanges;
import io.millrace.engine.bundle.BundleChanges.ChangedDefinition;
import io.millrace.engine.bundle.BundleFile;
import io.millrace.engine.bundle.BundleForecast;
import io.millrace.engine.bundle.BundleForecast.PoolForecast;
import io.millrace.engine.bundle.BundleService.BundleDiff;
import io.millrace.engine.bundle.FieldDifference;
import io.millrace.engine.bundle.FireForecast;
import io.millrace.engine.bundle.FireForecast.FireSample;
import io.millrace.engine.bundle.FireForecast.ObjectFires;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.WarningJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Differences and what follows from them, as the API shows them. */
final class BundleJson {
  private BundleJson() {}

  static Map<String, Object> diff(BundleDiff diff) {
    Map<String, Object> json = changes(diff.changes());
    json.put("consequences", forecast(diff.forecast()));
    return WarningJson.with(diff.changes().warnings(), json);
  }

  static Map<String, Object> applied(BundleChanges changes) {
    return WarningJson.with(changes.warnings(), changes(changes));
  }

  private static Map<String, Object> changes(BundleChanges changes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", changes.version());
    json.put("created", changes.created().stream().map(BundleJson::name).toList());
    json.put("changed", changes.changed().stream().map(BundleJson::change).toList());
    json.put("deleted", changes.deleted().stream().map(BundleJson::name).toList());
    json.put("unchanged", changes.unchanged());
    return json;
  }

  private static Map<String, Object> name(ChangedDefinition definition) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", definition.key().kind().text());
    json.put("id", definition.key().id());
    json.put("name", definition.name());
    json.put("file", definition.file());
    json.put("line", definition.line());
    return json;
  }

  private static Map<String, Object> change(ChangedDefinition definition) {
    Map<String, Object> json = name(definition);
    json.put("fields", definition.fields().stream().map(BundleJson::field).toList());
    return json;
  }

  private static Map<String, Object> field(FieldDifference difference) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("field", difference.field());
    putIfThere(json, "old", difference.before());
    putIfThere(json, "new", difference.after());
    return json;
  }

  private static void putIfThere(Map<String, Object> json, String name, JsonNode value) {
    if (!value.isMissingNode()) {
      json.put(name, value);
    }
  }

  private static Map<String, Object> forecast(BundleForecast forecast) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", Json.time(forecast.from()));
    json.put("until", Json.time(forecast.until()));
    json.put("fires", fires(forecast.fires()));
    json.put(
        "refreshes_per_day",
        Map.of("before", forecast.refreshesBefore(), "after", forecast.refreshesAfter()));
    json.put("pools", forecast.pools().stream().map(BundleJson::pool).toList());
    return json;
  }

  private static Map<String, Object> fires(FireForecast fires) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("appear", fires.appear());
    json.put("disappear", fires.disappear());
    json.put("complete", fires.complete());
    json.put("objects", fires.objects().stream().map(BundleJson::fires).toList());
    return json;
  }

  private static Map<String, Object> fires(ObjectFires object) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", object.kind());
    json.put("id", object.id());
    json.put("name", object.name());
    json.put("per_fire", object.perFire());
    json.put("appear", sample(object.appear()));
    json.put("disappear", sample(object.disappear()));
    return json;
  }

  private static Map<String, Object> sample(FireSample sample) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", sample.count());
    json.put("first", sample.first().stream().map(Json::time).toList());
    return json;
  }

  private static Map<String, Object> pool(PoolForecast pool) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("pool", pool.pool());
    json.put("channels_before", pool.channelsBefore());
    json.put("channels_after", pool.channelsAfter());
    json.put("needed_before", rounded(pool.neededBefore()));
    json.put("needed_after", rounded(pool.neededAfter()));
    json.put("suffices", pool.suffices());
    json.put("without_history", pool.withoutHistory());
    return json;
  }

  private static double rounded(double channels) {
    return Math.round(channels * 1_000) / 1_000.0;
  }

  static Map<String, Object> files(List<BundleFile> files) {
    return Map.of("files", files.stream().map(BundleJson::file).toList());
  }

  private static Map<String, Object> file(BundleFile file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("path", file.path());
    json.put("content", file.content());
    return json;
  }
}
