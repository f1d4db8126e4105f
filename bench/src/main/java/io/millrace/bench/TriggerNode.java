package io.millrace.bench;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.store.Migrations;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs with one trigger and one step each, straight into the tables, and a node that has them. */
final class TriggerNode implements AutoCloseable {
  private final BenchSchema schema;
  private final Path dataDir;

  @SuppressWarnings("NullAway.Init") // set when the node starts; nobody asks before
  private Node node;

  TriggerNode(BenchSchema schema, Path dataDir) {
    this.schema = schema;
    this.dataDir = dataDir;
    Migrations.migrate(schema.url());
  }

  /**
   * Each begins a little later than the one before it.
   *
   * @param name what their names begin with
   * @param spread over so much time
   * @param end absent = they go on
   */
  void jobs(
      String name, int jobs, Instant start, Duration spread, Duration period, @Nullable Instant end)
      throws SQLException {
    schema.execute(
        """
insert into jobs (id, project, name, paused, definition, document, media_type, refers_to,
  saved_by, saved_at, version)
select gen_random_uuid(), 'bench', '%6$s' || n, false, jsonb_build_object(
    'project', 'bench', 'name', '%6$s' || n,
    'triggers', jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('name', 't',
      'start', to_char('%1$s'::timestamptz at time zone 'utc'
        + (n - 1)::bigint * %2$d / %3$d * interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'end', %5$s::text, 'period', '%4$s', 'catchup', 'none'))),
    'steps', jsonb_build_array(jsonb_build_object('name', 's',
      'depends', jsonb_build_array('trigger/t'))))::text,
  '', 'application/json', '{}', 'bench', now(), (select version from jobs_version) + n
from generate_series(1, %3$d) as n
"""
            .formatted(
                start,
                spread.toMillis(),
                jobs,
                period,
                end == null ? "null" : "'" + end + "'",
                name));
    schema.execute("update jobs_version set version = (select max(version) from jobs)");
    schema.execute("analyze");
  }

  void start() {
    node =
        Node.start(
            Settings.load(
                ConfigFactory.parseMap(
                    Map.of(
                        "millrace.http.port", 0,
                        "millrace.http.admin-token", "bench-bench-bench-bench",
                        "millrace.data-dir", dataDir.toString(),
                        "millrace.db.url", schema.url().url(),
                        "millrace.db.user", schema.url().user(),
                        "millrace.db.password", schema.url().password()))),
            Clock.systemUTC(),
            System::nanoTime);
  }

  /** A metric of the node; 0 if it has none that begins so. */
  double metric(String name) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + node.address().getPort() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
        .body()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** In megabytes, when there is nothing left to collect. */
  static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
  }

  @Override
  public void close() {
    if (node != null) {
      node.close();
    }
  }
}
