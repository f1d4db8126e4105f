package io.millrace.http.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.Activation;
import io.millrace.engine.token.StepDurations;
import io.millrace.engine.token.StoredArrival;
import io.millrace.engine.token.TokenDecisionContext;
import io.millrace.engine.token.TokenQuery.TokenCursor;
import io.millrace.engine.token.TokenService;
import io.millrace.engine.token.TokenService.StepState;
import io.millrace.engine.wait.Wait;
import io.millrace.http.endpoint.Json;
import io.millrace.http.tasks.SecretsWaitText;
import io.millrace.http.tasks.TaskJson;
import io.millrace.http.tasks.WaitJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tokens as the API shows them. */
final class JobTokenJson {
  private static final Pattern STEP = Pattern.compile("[A-Za-z0-9 _-]{1,100}");

  private JobTokenJson() {}

  static Map<String, Object> row(TokenRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", row.step());
    json.put("logical_time", Json.time(row.logicalTime()));
    json.put("state", row.state().name());
    json.put("count", row.count());
    json.put("changed_at", Json.time(row.changedAt()));
    return json;
  }

  /** The place of a token among those of its job, for the next page. */
  static String place(TokenRow row) {
    return row.logicalTime() + "/" + row.step();
  }

  /** Reads what {@link #place(TokenRow)} wrote. */
  static TokenCursor place(String text) {
    String[] parts = text.split("/", 2);
    if (parts.length < 2 || !STEP.matcher(parts[1]).matches()) {
      throw new IllegalArgumentException(text);
    }
    return new TokenCursor(
        JobTokenRequestReader.parseTime(parts[0]).orElseThrow(IllegalArgumentException::new),
        parts[1]);
  }

  /** Each time with its tokens, by their steps. */
  static Map<String, Object> times(List<TokenRow> rows, int limit) {
    Map<Instant, Map<String, Object>> times = new LinkedHashMap<>();
    for (TokenRow row : rows) {
      times
          .computeIfAbsent(row.logicalTime(), time -> new LinkedHashMap<>())
          .put(row.step(), cell(row));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("times", times.entrySet().stream().map(JobTokenJson::time).toList());
    if (times.size() == limit) {
      json.put("after", Json.time(rows.get(rows.size() - 1).logicalTime()));
    }
    return json;
  }

  private static Map<String, Object> time(Map.Entry<Instant, Map<String, Object>> tokens) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(tokens.getKey()));
    json.put("steps", tokens.getValue());
    return json;
  }

  private static Map<String, Object> cell(TokenRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("state", row.state().name());
    json.put("count", row.count());
    json.put("changed_at", Json.time(row.changedAt()));
    return json;
  }

  /**
   * @param waits by step; none for a step that does not wait
   */
  static Map<String, Object> steps(
      Instant logicalTime, List<StepState> steps, Map<String, Wait> waits) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(logicalTime));
    json.put("steps", steps.stream().map(step -> step(step, waits)).toList());
    return json;
  }

  private static Map<String, Object> step(StepState state, Map<String, Wait> waits) {
    Set<String> missing = TokenDecisionContext.sources(state.step());
    missing.removeAll(state.token().arrivals().keySet());
    Activation activation = state.token().activation();
    Instant retryAt = activation == null || activation.attempt() != null ? null : activation.at();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", state.step().name());
    json.put("state", state.token().state().name());
    json.put("count", state.token().count(state.step()));
    json.put("threshold", state.step().threshold());
    json.put(
        "arrived",
        state.token().arrivals().entrySet().stream()
            .map(arrival -> arrived(arrival.getKey(), arrival.getValue()))
            .toList());
    json.put("missing", missing);
    json.put("next_retry", Json.time(retryAt));
    json.put("waits_for", waitsFor(state));
    json.put("wait", WaitJson.json(waits.get(state.step().name())));
    json.put("ended_runs", state.token().runs());
    json.put("runs", state.runs().stream().map(run -> TaskJson.task(run)).toList());
    return json;
  }

  /** Not every worker may have the secrets of a step; without them it is given to none. */
  private static String waitsFor(StepState state) {
    return state.runs().stream()
        .filter(run -> run.status() == TaskStatus.SCHEDULED)
        .findFirst()
        .map(run -> SecretsWaitText.waitsFor(run.route().queue(), state.step().work()))
        .orElse("");
  }

  private static Map<String, Object> arrived(String source, StoredArrival input) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("source", source);
    json.put("at", Json.time(input.at()));
    json.put("reason", input.urgency().reason().text());
    json.put("priority", input.urgency().priority().text());
    json.put("used", input.used());
    json.put("output", output(input.output()));
    return json;
  }

  private static @Nullable Object output(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException notJson) {
      return json;
    }
  }

  static Map<String, Object> durations(List<StepDurations> steps) {
    return Map.of("steps", steps.stream().map(JobTokenJson::durations).toList());
  }

  private static Map<String, Object> durations(StepDurations step) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", step.step());
    json.put("attempts", step.attempts());
    json.put("failed", step.failed());
    json.put("ran_p50_ms", step.ran().median().toMillis());
    json.put("ran_max_ms", step.ran().longest().toMillis());
    json.put("waited_p50_ms", step.waited().median().toMillis());
    json.put("waited_max_ms", step.waited().longest().toMillis());
    json.put("slowest_task", step.slowest().toString());
    return json;
  }

  static Map<String, Object> rerun(boolean dryRun, TokenService.RerunSummary again) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dry_run", dryRun);
    json.put("tokens", again.total());
    json.put("steps", again.tokens());
    if (!dryRun) {
      json.put("started", again.started());
      json.put("waiting", again.waiting());
    }
    return json;
  }
}
