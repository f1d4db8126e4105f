package io.millrace.http;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a release is put through before its database is kept: something in every state. Only what
 * the API promises is used, so that any release can be put through it; one that knows no jobs has
 * none.
 */
final class ReleaseExercise {
  static final String JOB = "3f1c2a90-6a55-4f0e-8a43-5d2f0f6f7a11";
  static final List<String> TIMES =
      List.of(
          "2026-01-02T00:00:00Z",
          "2026-01-03T00:00:00Z",
          "2026-01-04T00:00:00Z",
          "2026-01-05T00:00:00Z");

  private static final String EVER = "start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z";

  private static final String SOURCES =
      """
      # kept as it is
      sources:
        s:
          collections:
            - {name: done, run: {process: [echo, ran]}}
            - {name: failing, run: {process: ["false"]}, retry: {delays: [10m, 10m]}}
            - {name: gone, run: {process: ["false"]}, when_exhausted: disable}
            - {name: running, run: {pull: {queue: held}}, timeout: 2h}
            - {name: waiting, run: {pull: {queue: nobody}}}
            - {name: canceled, run: {pull: {queue: nobody}}}
            - {name: planned, schedule: {every: 24h, from: 2026-01-01T00:00:00Z}, priority: low}
      """;

  private static final String DIRECTORY =
      """
      {"client":{"id":"c","name":"C","refreshes_per_day":0}}
      {"site":{"id":"bank","provider":"p"}}
      {"site":{"id":"shop","provider":"p","run":{"process":["false"]},"retry":{"delays":["10m"]}}}
      {"site":{"id":"hook","provider":"p","run":{"pull":{"queue":"hook"}}}}
      {"user":{"id":"ann","client":"c","last_login":"2026-11-16T12:24:46.591Z"}}
      {"user":{"id":"bob","client":"c","status":"BLOCKED"}}
      {"user_site":{"id":"ann-bank","user":"ann","site":"bank"}}
      {"user_site":{"id":"ann-shop","user":"ann","site":"shop"}}
      {"user_site":{"id":"ann-hook","user":"ann","site":"hook"}}
      {"user_site":{"id":"bob-bank","user":"bob","site":"bank","status":"STEP_NEEDED"}}
      """;

  private static final String JOBS =
      """
id: %s
project: kept
name: five
triggers: [{name: day, start: 2026-01-01T00:00:00Z, end: 2026-01-06T00:00:00Z, period: 24h, catchup: none}]
steps:
  - {name: extract, depends: [trigger/day], run: {pull: {queue: extract}}, timeout: 2h}
  - {name: check, depends: [trigger/day], run: {process: ["false"]}, retry: {attempts: 3, delay: 10m}}
  - {name: load, depends: [step/extract], run: {noop: {}}}
  - {name: both, depends: [step/load, step/check]}
  - {name: alarm, depends_failure: [step/extract], run: {noop: {}}}
"""
          .formatted(JOB);

  private final TestClient api;

  ReleaseExercise(TestClient api) {
    this.api = api;
  }

  private static Answer good(Answer answer) {
    if (answer.status() >= 300) {
      throw new AssertionError(answer.response() + ": " + answer.response().body());
    }
    return answer;
  }

  boolean knowsJobs() {
    return api.get("/jobs").status() == 200;
  }

  void live() {
    good(
        api.put(
            "/flow-control",
            """
            {"enabled": true, "maxConcurrency": 9, "sourceSystems": [
              {"systemName": "DEFAULT", "reservedChannels": 2, "probability": 60},
              {"systemName": "TDR", "reservedChannels": 1, "probability": 40}]}
            """));
    good(api.put("/sources", SOURCES));
    good(api.post("/import", DIRECTORY));
    good(
        api.post(
            "/flow-control/requests?wait=20s",
            "{\"executionName\": \"TDR_kept\", \"taskToken\": \"kept\", \"lease\": \"20h\"}"));
    collections();
    userSites();
    if (knowsJobs()) {
      job();
    }
  }

  private void collections() {
    for (String name : List.of("done", "failing", "gone", "running", "waiting", "canceled")) {
      good(api.post("/tasks?source=s&collection=" + name));
    }
    awaitTask("s", "done", "SUCCESS");
    awaitTask("s", "failing", "FAILED");
    awaitTask("s", "gone", "FAILED");
    claim("held");
    good(api.post("/tasks/" + awaitTask("s", "canceled", "SCHEDULED") + "/cancel"));
  }

  private void userSites() {
    for (String id : List.of("ann-bank", "ann-shop", "ann-hook")) {
      good(api.post("/user-sites/" + id + "/refresh"));
    }
    finish(
        claim("hook"),
        "\"outcome\":\"failure\",\"message\":\"no such account\",\"user_message\":\"Closed?\","
            + "\"retryable\":false");
    awaitTask("bank", "ann-bank", "SUCCESS");
    awaitTask("shop", "ann-shop", "FAILED");
    awaitTask("hook", "ann-hook", "FAILED");
  }

  /** One that went well, one that failed, one that runs, one that is queued. */
  private void job() {
    good(api.put("/projects/kept/secrets/key", "{\"value\": \"a secret that is kept\"}"));
    good(api.put("/projects/kept/config/region", "{\"value\": \"north\"}"));
    good(api.put("/jobs", "application/yaml", JOBS));
    for (String time : TIMES) {
      good(
          api.post(
              "/jobs/" + JOB + "/triggers/day/fire",
              "{\"first\":\"%s\",\"last\":\"%1$s\",\"dry_run\":false}".formatted(time)));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> state(time, "check", "runs").path(0).path("status").asText().equals("FAILED"));
      if (!time.equals(TIMES.get(3))) {
        JsonNode task = claim("extract");
        if (time.equals(TIMES.get(0))) {
          finish(task, "\"outcome\":\"success\",\"output\":{\"rows\":3}");
          await().until(() -> state(time, "both", "count").asInt() == 1);
        } else if (time.equals(TIMES.get(1))) {
          finish(task, "\"outcome\":\"failure\",\"message\":\"no\",\"retryable\":false");
          await().until(() -> state(time, "alarm", "state").asText().equals("SUCCESS"));
        }
      }
    }
  }

  /** A field of a step at a time. */
  JsonNode state(String time, String step, String field) {
    for (JsonNode one : api.get("/jobs/" + JOB + "/tokens/" + time).json().path("steps")) {
      if (one.path("step").asText().equals(step)) {
        return one.path(field);
      }
    }
    throw new AssertionError(step);
  }

  /** The tasks of a collection, newest first. */
  JsonNode tasks(String source, String collection) {
    String path = "/tasks?source=" + source + "&" + EVER + "&collection=" + collection;
    return good(api.get(path)).json().path("tasks");
  }

  /** Waits until the newest task of the collection has that status, and gives its id. */
  String awaitTask(String source, String collection, String status) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> tasks(source, collection).at("/0/status").asText().equals(status));
    return tasks(source, collection).at("/0/id").asText();
  }

  JsonNode claim(String queue) {
    JsonNode tasks =
        good(api.post("/workers/w/claims?wait=30s&queue=" + queue)).json().path("tasks");
    if (tasks.isEmpty()) {
      throw new AssertionError("nothing to claim in " + queue);
    }
    return tasks.path(0);
  }

  void finish(JsonNode task, String fields) {
    good(
        api.post(
            "/tasks/" + task.path("task_id").asText() + "/finish",
            "{\"attempt_uid\":\"%s\",%s}".formatted(task.path("attempt_uid").asText(), fields)));
  }

  /** What can be asked of it, and must be answered the same by every later release. */
  Map<String, JsonNode> answers() {
    Map<String, JsonNode> answers = new TreeMap<>();
    for (String path :
        List.of(
            "/sources/s/collections/done",
            "/sources/s/collections/failing",
            "/sources/s/collections/gone",
            "/sources/s/collections/running",
            "/sources/s/collections/waiting",
            "/sources/s/collections/canceled",
            "/sources/s/collections/planned",
            "/tasks?source=s&" + EVER,
            "/tasks?source=bank&" + EVER,
            "/tasks?source=shop&" + EVER,
            "/tasks?source=hook&" + EVER,
            "/tasks?source=external&" + EVER,
            "/clients",
            "/users",
            "/sites",
            "/user-sites",
            "/user-sites/ann-bank",
            "/user-sites/ann-shop",
            "/user-sites/ann-hook",
            "/user-sites/bob-bank",
            "/flow-control/pools/default/changes",
            "/notifications",
            "/jobs",
            "/jobs/" + JOB,
            "/jobs/" + JOB + "/triggers/day/fires",
            "/jobs/" + JOB + "/tokens",
            "/jobs/" + JOB + "/tokens/" + TIMES.get(0),
            "/jobs/" + JOB + "/tokens/" + TIMES.get(1),
            "/jobs/" + JOB + "/tokens/" + TIMES.get(2),
            "/jobs/" + JOB + "/tokens/" + TIMES.get(3),
            "/tasks?source=kept.five&" + EVER,
            "/projects/kept/config",
            "/projects/kept/secrets")) {
      Answer answer = api.get(path);
      if (answer.status() == 200) {
        answers.put(path, answer.json());
      }
    }
    return answers;
  }
}
