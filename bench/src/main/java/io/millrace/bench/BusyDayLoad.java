package io.millrace.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The work of a busy day, all of it through the API, as clients would do it. */
final class BusyDayLoad {
  static final String TOKEN = "bench-bench-bench-bench";
  static final int REFRESHES_PER_DAY = 12;

  private static final int COLLECTIONS = 20;

  /** Minutes between the fires of each job. */
  private static final List<Integer> JOBS = List.of(1, 5, 10);

  private static final int CHANNEL_EVERY = 5; // minutes
  private static final int MOST_TRIES = 30;
  private static final Set<Integer> TRY_AGAIN = Set.of(429, 503);

  /** The share of users who leave in an hour. As many come. */
  private static final double CHURN = 0.01;

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;
  private final SplittableRandom random;
  private final int users;
  private int firstUser;
  private int nextUser;
  private double toLeave;
  private long requests;

  BusyDayLoad(InetSocketAddress node, int users, long seed) {
    this.address = "http://127.0.0.1:" + node.getPort();
    this.random = new SplittableRandom(seed);
    this.users = users;
  }

  /**
   * Everything is there before the first day.
   *
   * @param start when the jobs begin
   */
  void define(Instant start) throws IOException {
    StringBuilder sources = new StringBuilder("sources:\n");
    for (int i = 0; i < COLLECTIONS; i++) {
      sources.append(
          "  feed%d: {collections: [{name: c, schedule: '%d/10 * * * *', timeout: 5m, run: {busy: {}}}]}%n"
              .formatted(i, i % 10));
    }
    must("PUT", "/sources", sources.toString());
    for (int minutes : JOBS) {
      must("PUT", "/jobs", job(minutes, start));
    }
    must(
        "POST",
        "/import",
        """
{"site": {"id": "bank", "provider": "bench", "timeout": "10m", "retry": {"delays": ["1m", "5m", "15m"]}, "run": {"busy": {}}}}
{"client": {"id": "app", "name": "The app", "refreshes_per_day": %d}}
"""
            .formatted(REFRESHES_PER_DAY));
    come(users);
  }

  private static String job(int minutes, Instant start) {
    return """
id: 00000000-0000-4000-8000-%1$012d
project: busy
name: job %1$d
triggers:
  - {name: often, start: %2$s, period: %1$dm, catchup: earliest}
steps:
  - {name: extract, depends: [trigger/often], run: {busy: {}}, timeout: 5m, retry: {attempts: 3, delay: 30s}}
  - {name: check, depends: [step/extract], run: {busy: {}}, timeout: 5m}
  - {name: load, depends: [step/extract], run: {busy: {}}, timeout: 5m}
  - {name: both, depends: [step/check, step/load]}
"""
        .formatted(minutes, start);
  }

  /** New users, each with a user-site. */
  private void come(int some) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < some; i++, nextUser++) {
      lines.append(
          """
          {"user": {"id": "u%1$d", "client": "app"}}
          {"user_site": {"id": "us%1$d", "user": "u%1$d", "site": "bank"}}
          """
              .formatted(nextUser));
    }
    must("POST", "/import", lines.toString());
  }

  /** What people want in a minute: refreshes, feeds, a channel for work of their own. */
  void minute(long minute) throws IOException {
    send("POST", "/user-sites/us" + anyUser() + "/refresh", "");
    send("POST", "/tasks?source=feed" + random.nextInt(COLLECTIONS) + "&collection=c", "");
    if (minute % CHANNEL_EVERY == 0) {
      String token = "\"taskToken\": \"t%d\"".formatted(minute);
      String asked = "{\"executionName\": \"TDR_import_1\", %s}".formatted(token);
      send("POST", "/flow-control/requests?wait=5s", asked);
      send("POST", "/flow-control/releases", "{%s}".formatted(token));
    }
    toLeave += users * CHURN / 60;
    int some = (int) toLeave;
    toLeave -= some;
    for (int i = 0; i < some; i++, firstUser++) {
      must("DELETE", "/users/u" + firstUser, "");
    }
    if (some > 0) {
      come(some);
    }
  }

  private int anyUser() {
    return firstUser + random.nextInt(nextUser - firstUser);
  }

  /** Saves disabled user-sites again, as after a new password. */
  void save(Iterable<String> userSites) throws IOException {
    for (String id : userSites) {
      String user = "u" + id.substring(2);
      send("PUT", "/user-sites/" + id, "{\"user\": \"%s\", \"site\": \"bank\"}".formatted(user));
    }
  }

  long requests() {
    return requests;
  }

  private void must(String method, String path, String body) throws IOException {
    HttpResponse<String> answer = send(method, path, body);
    if (answer.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
    }
  }

  private HttpResponse<String> send(String method, String path, String body) throws IOException {
    requests++;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofMinutes(2))
            .header("X-Admin-Token", TOKEN)
            .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      for (int tries = 1; ; tries++) {
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        boolean again = TRY_AGAIN.contains(answer.statusCode());
        if (answer.statusCode() < 500 && !again) {
          return answer;
        }
        if (!again || tries == MOST_TRIES) {
          throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
        }
        TimeUnit.SECONDS.sleep(1); // it said so, with Retry-After
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException(stop);
    }
  }
}
