package io.millrace.http.freshness;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.RefreshOutlook;
import io.millrace.engine.freshness.FreshRow;
import io.millrace.engine.freshness.FreshnessCounts;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessService.MeasuredFreshness;
import io.millrace.engine.freshness.FreshnessService.VerdictText;
import io.millrace.engine.freshness.OldestData;
import io.millrace.engine.freshness.RankedFreshness;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Freshness as the API shows it. */
public final class FreshnessJson {
  private FreshnessJson() {}

  static Map<String, Object> verdict(VerdictText text) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sentence", text.sentence());
    json.putAll(states(text.verdict().counts()));
    json.put("budget", budget(text.verdict().budget()));
    json.put("worst", text.verdict().worst().stream().map(FreshnessJson::counts).toList());
    return json;
  }

  static Map<String, Object> counts(FreshnessCounts counts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", counts.dimension());
    json.put("name", counts.name());
    json.putAll(states(counts.counts()));
    json.put("budget", budget(counts.budget()));
    return json;
  }

  /** With the age of the oldest data, if any is stale or at risk. */
  static Map<String, Object> ranked(RankedFreshness row) {
    Map<String, Object> json = counts(row.counts());
    OldestData oldest = row.oldest();
    if (oldest != null) {
      Map<String, Object> age = new LinkedHashMap<>();
      age.put("age_seconds", oldest.age().toSeconds());
      age.put("within_seconds", oldest.within().toSeconds());
      json.put("oldest", age);
    }
    return json;
  }

  private static Map<String, Object> states(StateCounts counts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("fresh", counts.fresh());
    json.put("at_risk", counts.atRisk());
    json.put("stale", counts.stale());
    json.put("exempt", counts.exempt());
    return json;
  }

  private static Map<String, Object> budget(ErrorBudget budget) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("allowed_seconds", budget.allowed().toSeconds());
    json.put("used_seconds", budget.used().toSeconds());
    json.put("remaining_seconds", budget.remaining().toSeconds());
    double rate = budget.burnRate();
    json.put("burn_rate", Double.isInfinite(rate) ? null : Math.round(rate * 1_000) / 1_000.0);
    return json;
  }

  static Map<String, Object> object(FreshObject object, Instant now) {
    FreshRow row = object.row();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", row.subject().kind().text());
    json.put("client", row.subject().client());
    json.put("source", row.subject().source());
    json.put("collection", row.subject().name());
    json.putAll(standing(object, now));
    return json;
  }

  private static Map<String, Object> standing(FreshObject object, Instant now) {
    FreshRow row = object.row();
    FreshRow.Standing standing = row.standing();
    Instant last = row.lastSuccess();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("state", standing.stateAt(now).text());
    json.put("since", Json.time(standing.sinceAt(now)));
    json.put("exemption", standing.exemption());
    json.put("promise", promise(row.promise()));
    json.put("promised_by", row.promisedBy());
    json.put("promised_at", Json.time(row.promisedAt()));
    json.put("last_success", Json.time(last));
    json.put(
        "age_seconds", last == null ? null : Math.max(0, Duration.between(last, now).toSeconds()));
    json.put("stale_at", Json.time(standing.staleAt()));
    json.put("budget", budget(object.budget()));
    return json;
  }

  private static Map<String, Object> promise(FreshPromise promise) {
    return promise.fields();
  }

  /**
   * How old the data of one object is, and when it is probably renewed; absent if nothing is
   * promised.
   *
   * @param ahead what is ahead of it
   */
  public static @Nullable Map<String, Object> explained(
      @Nullable MeasuredFreshness measured, RefreshOutlook ahead, Instant now) {
    if (measured == null) {
      return null;
    }
    Map<String, Object> json = standing(measured.object(), now);
    json.put("expected_at", Json.time(measured.expectedAt(ahead, now).orElse(null)));
    return json;
  }

  /** The state in a word; empty if nothing is promised. */
  public static String state(@Nullable MeasuredFreshness measured, Instant now) {
    return measured == null ? "" : measured.object().row().standing().stateAt(now).text();
  }
}
