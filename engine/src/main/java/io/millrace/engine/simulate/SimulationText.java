package io.millrace.engine.simulate;

import io.millrace.engine.simulate.BackTest.Difference;
import io.millrace.engine.simulate.BackTest.WaitingError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A result as the API tells it and the table stores it. */
final class SimulationText {
  private SimulationText() {}

  /**
   * @param backTest empty if it cannot be compared with what happened
   */
  static Map<String, Object> of(
      SimulatedTime time,
      SimulationResult result,
      Optional<BackTest> backTest,
      Optional<DayFigures> actual,
      List<String> unknown) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", time.from().toString());
    json.put("until", time.until().toString());
    json.put("started", result.started());
    json.put("late", result.late());
    json.put("missed_minutes", result.totals().missedMinutes());
    json.put("events", result.totals().events());
    json.put("ends", result.reasons().ends());
    json.put("skips", result.reasons().skips());
    json.put("minutes", minutes(result.minutes()));
    json.put("pools", result.pools().stream().map(SimulationText::pool).toList());
    json.put("missed_freshness", freshness(result.freshness()));
    json.put("bursts", result.bursts().stream().map(SimulationText::burst).toList());
    backTest.ifPresent(test -> json.put("back_test", backTest(test)));
    actual.ifPresent(day -> json.put("actual_started", list(day.started())));
    json.put("unknown", unknown);
    return json;
  }

  private static Map<String, Object> minutes(MinuteSeries series) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queued", list(series.queued()));
    json.put("started", list(series.started()));
    json.put("planned", list(series.planned()));
    json.put("jobs", list(series.jobs()));
    json.put("running", list(series.running()));
    json.put("waiting", list(series.waiting()));
    return json;
  }

  private static List<Integer> list(int[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static Map<String, Object> pool(PoolLoad load) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("pool", load.pool());
    json.put("channels", load.channels());
    json.put("running", list(load.running()));
    List<Object> systems = new ArrayList<>();
    load.waiting().forEach((system, times) -> systems.add(system(system, times)));
    json.put("systems", systems);
    return json;
  }

  private static Map<String, Object> system(String name, WaitingTimes times) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("system", name);
    json.put("started", times.count());
    json.put("late", times.late());
    json.put("p50_ms", times.percentile(0.5));
    json.put("p95_ms", times.percentile(0.95));
    json.put("max_ms", times.max());
    return json;
  }

  private static Map<String, Object> freshness(SimulationResult.FreshnessTotals totals) {
    return Map.of(
        "clients", totals.clients().stream().map(SimulationText::missed).toList(),
        "sites", totals.sites().stream().map(SimulationText::missed).toList());
  }

  private static Map<String, Object> missed(MissedFreshness missed) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", missed.name());
    json.put("promised", missed.promised());
    json.put("missed", missed.missed());
    json.put("minutes", missed.minutes());
    return json;
  }

  private static Map<String, Object> burst(CatchUpBurst burst) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", burst.outage().from().toString());
    json.put("to", burst.outage().to().toString());
    json.put("usual_per_minute", burst.usual());
    json.put("peak_per_minute", burst.peak());
    json.put("peak_at", burst.peakAt().toString());
    json.put("most_waiting", burst.waiting());
    Instant recovered = burst.recoveredAt();
    json.put("recovered_at", recovered == null ? "" : recovered.toString());
    return json;
  }

  private static Map<String, Object> backTest(BackTest test) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("expected", test.starts().expected());
    json.put("actual", test.starts().actual());
    json.put("total_error", test.total());
    json.put("per_minute_error", test.perMinute());
    List<Object> systems = new ArrayList<>();
    test.waiting().forEach((system, error) -> systems.add(waiting(system, error)));
    json.put("waiting", systems);
    json.put("differences", test.differences().stream().map(SimulationText::difference).toList());
    return json;
  }

  private static Map<String, Object> waiting(String system, WaitingError error) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("system", system);
    json.put("expected_p95_ms", error.expected());
    json.put("actual_p95_ms", error.actual());
    Double relative = error.error();
    if (relative != null) {
      json.put("error", relative);
    }
    return json;
  }

  private static Map<String, Object> difference(Difference difference) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", difference.kind().text());
    json.put("name", difference.name());
    json.put("expected", difference.expected());
    json.put("actual", difference.actual());
    return json;
  }
}
