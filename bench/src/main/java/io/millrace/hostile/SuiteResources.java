package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What the suite has made at the node: it is deleted at the end, the last first, also if the suite
 * is interrupted. Tokens expire by themselves should even that fail.
 */
final class SuiteResources implements AutoCloseable {
  private static final int TRIES = 20;
  private static final long BETWEEN_TRIES_MILLIS = 500;

  private record Undo(String method, String path, String body) {}

  private final ApiClient admin;
  private final String name;
  private final Instant expiry;
  private final Deque<Undo> undos = new ArrayDeque<>();
  private final List<String> left = new ArrayList<>();
  private boolean closed;

  /**
   * @param name that everything is called by or begins with
   */
  SuiteResources(ApiClient admin, String name, Instant expiry) {
    this.admin = admin;
    this.name = name;
    this.expiry = expiry;
  }

  String name() {
    return name;
  }

  /**
   * A new token.
   *
   * @param fields JSON with a comma before it, such as {@code , "queues": ["q"]}
   */
  synchronized String token(String role, String fields) throws IOException {
    mustBeOpen();
    String body =
        "{\"name\": \"%s\", \"role\": \"%s\", \"expires_at\": \"%s\"%s}"
            .formatted(name, role, expiry, fields);
    ApiAnswer made = admin.post("/tokens", body).orFail("POST /tokens " + body);
    adopt(made);
    return made.text("token");
  }

  /** A token that was made though it should have been refused. */
  synchronized void adopt(ApiAnswer made) {
    undos.push(new Undo("DELETE", "/tokens/" + made.text("id"), ""));
  }

  /** A pool of the run's own, so that nobody else's tasks wait for it. */
  synchronized void pool(int channels) throws IOException {
    mustBeOpen();
    admin
        .put(
            "/flow-control/pools/" + name,
            """
            {"enabled": true, "maxConcurrency": %d, "sourceSystems": [
              {"systemName": "DEFAULT", "reservedChannels": 1, "probability": 100}]}
            """
                .formatted(channels))
        .orFail("PUT /flow-control/pools");
    undos.push(new Undo("DELETE", "/flow-control/pools/" + name, ""));
  }

  /** A job of the run's own project, whose tasks are canceled before it is deleted. */
  synchronized void job(String id, String title, String steps) throws IOException {
    mustBeOpen();
    String yaml = "id: %s\nproject: %s\nname: %s\nsteps:\n%s".formatted(id, name, title, steps);
    admin.send("PUT", "/jobs", yaml, ApiClient.YAML_TYPE).orFail("PUT /jobs");
    undos.push(new Undo("DELETE", "/jobs/" + id, ""));
    undos.push(
        new Undo(
            "POST",
            "/history/cancel",
            "{\"source\": \"%s.%s\", \"dry_run\": false}".formatted(name, title)));
  }

  synchronized void secret(String key, String value) throws IOException {
    mustBeOpen();
    String path = "/projects/" + name + "/secrets/" + key;
    admin.put(path, "{\"value\": \"" + value + "\"}").orFail("PUT " + path);
    undos.push(new Undo("DELETE", path, ""));
  }

  private void mustBeOpen() throws IOException {
    if (closed) {
      throw new IOException("The suite ends, and makes nothing more");
    }
  }

  /** What could not be deleted. */
  synchronized List<String> left() {
    return List.copyOf(left);
  }

  /** How many tokens of this run the node still has. */
  long tokensLeft() throws IOException {
    long count = 0;
    String after = "";
    do {
      ApiAnswer page = admin.get("/tokens?limit=1000" + after).orFail("GET /tokens");
      for (JsonNode token : page.json().path("tokens")) {
        count += token.path("name").asText().equals(name) ? 1 : 0;
      }
      after = page.text("after").isEmpty() ? "" : "&after=" + page.text("after");
    } while (!after.isEmpty());
    return count;
  }

  @Override
  public synchronized void close() {
    closed = true;
    while (!undos.isEmpty()) {
      undo(undos.pop());
    }
  }

  /** A pool is in use for a moment after its last task. */
  private void undo(Undo undo) {
    String last = "";
    for (int i = 0; i < TRIES; i++) {
      try {
        ApiAnswer answer = admin.send(undo.method(), undo.path(), undo.body(), ApiClient.JSON_TYPE);
        if (answer.isFine() || answer.status() == 404) {
          return;
        }
        last = answer.toString();
      } catch (IOException away) {
        last = away.toString();
      }
      BoundedWait.millis(BETWEEN_TRIES_MILLIS);
    }
    left.add(undo.method() + " " + undo.path() + ": " + last);
  }
}
