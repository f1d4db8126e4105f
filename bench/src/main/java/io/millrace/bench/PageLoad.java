package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node with much to show: user-sites with promises, a week of tasks, and a long log. */
final class PageLoad implements AutoCloseable {
  static final String TOKEN = "bench-bench-bench-bench";

  private static final int WITHIN_S = 900;

  /** A week of tasks of all user-sites; one of twenty has failed. */
  private static final String TASKS =
      """
      insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
        system, pool, timeout_ms, created_at, started_at, finished_at, worker, message)
      select (substring(first_uid(at)::text from 1 for 24) || lpad(to_hex(i), 12, '0'))::uuid,
        'dormant', 'us' || lpad((i %% %2$d)::text, 9, '0'), 1,
        case i %% 20 when 0 then 'FAILED' else 'SUCCESS' end, 'plan', 200, 'DEFAULT', 'default',
        60000, at, at + interval '40 ms', at + interval '3 s', 'w' || i %% 16,
        case i %% 20 when 0 then 'HTTP 50' || i %% 3 else '' end
      from (select i, now() - i * (interval '7 days' / %1$d) as at
        from generate_series(1, %1$d) as i) as made
      """;

  private static final String UNSUCCESSFUL =
      """
      insert into unsuccessful_task select attempt_uid, status from task where status = 'FAILED'
      on conflict do nothing
      """;

  private static final String MINUTES =
      """
      insert into task_minutes (at, what, reason, n, ms)
      select date_trunc('minute', finished_at), case status when 'FAILED' then 'failure'
        else 'success' end, message, count(*), 0
      from task where finished_at is not null group by 1, 2, 3 on conflict do nothing
      """;

  private final BenchSchema schema;
  private final Node node;
  private final String base;

  PageLoad(BenchSchema schema, Path dataDir) {
    this.schema = schema;
    Config config =
        ConfigFactory.parseMap(
            Map.of(
                "millrace.db.url", schema.url().url(),
                "millrace.db.user", schema.url().user(),
                "millrace.db.password", schema.url().password(),
                "millrace.data-dir", dataDir.toString(),
                "millrace.http.port", 0,
                "millrace.http.admin-token", TOKEN,
                "millrace.history.log-lines", 10_000_000));
    this.node = Node.start(Settings.load(config), Clock.systemUTC(), System::nanoTime);
    this.base = "http://127.0.0.1:" + node.address().getPort();
  }

  String base() {
    return base;
  }

  /** Answers with the id of the task with the log. */
  String fill(int userSites, int tasks, int lines) throws Exception {
    new UsersImport(node.engine().refreshes().directory()).run(userSites);
    schema.execute(TASKS.formatted(tasks, userSites));
    schema.execute(UNSUCCESSFUL);
    schema.execute(MINUTES);
    schema.execute("vacuum analyze");
    put(
        "/sources",
        """
        sources:
          long: {collections: [{name: c, run: {process: [seq, "1", "%d"]}}]}
          busy: {collections: [%s]}
        """
            .formatted(lines, collections()));
    put("/clients/bench", "{\"name\": \"bench\", \"fresh\": {\"within\": \"1d\"}}");
    String id = send(request("/tasks?source=long&collection=c").POST(BodyPublishers.noBody()));
    String task = id.replaceAll("(?s).*\"task_id\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    until("the log is complete", "select from task where source = 'long' and status = 'SUCCESS'");
    until(
        "every user-site has its promise",
        "select 1 from freshness having count(*) = %d".formatted(userSites));
    return task;
  }

  /** Five tasks a second, so that an idle tab has something to follow. */
  private static String collections() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      all.append(i == 0 ? "" : ", ").append("{name: c%d, schedule: every 2s}".formatted(i));
    }
    return all.toString();
  }

  private void until(String what, String query) throws Exception {
    long began = System.nanoTime();
    while (!schema.exists(query)) {
      if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(WITHIN_S)) {
        throw new IllegalStateException("not within " + WITHIN_S + " s: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", "Bearer " + TOKEN);
  }

  private void put(String path, String body) throws Exception {
    send(request(path).PUT(BodyPublishers.ofString(body)));
  }

  private static String send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  @Override
  public void close() {
    node.close();
  }
}
