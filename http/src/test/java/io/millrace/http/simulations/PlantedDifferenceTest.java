package io.millrace.http.simulations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestNode;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A back-test of a day in the history names what was different on that day. */
class PlantedDifferenceTest {
  private static final Instant DAY = Instant.parse("2026-02-28T00:00:00Z");

  /** Four collections run each minute, two on each node, from six hours before the day on. */
  private static final String HISTORY =
      """
insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
  system, pool, timeout_ms, created_at, started_at, finished_at, worker)
select (substring(first_uid(at)::text from 1 for 34) || '0' || i)::uuid,
  (array['feed', 'slow'])[i %% 2 + 1], 'c' || i / 2, 1, 'SUCCESS', 'schedule', 200, 'DEFAULT',
  'default', 600000, at, at,
  at + case when i %% 2 = 1 and at >= '%1$s' then 20 else 10 end * interval '1 s',
  case when i < 2 or at >= '%1$s'::timestamptz + interval '9 h'
    and at < '%1$s'::timestamptz + interval '12 h' then 'w1' else 'w2' end
from generate_series('%1$s'::timestamptz - interval '6 h',
    '%1$s'::timestamptz + interval '1439 min', interval '1 min') as at,
  generate_series(0, 3) as i
""";

  /** Somebody refreshes a user-site each minute of an hour. */
  private static final String BY_HAND =
      """
      insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
        system, pool, timeout_ms, created_at, started_at, finished_at, worker)
      select (substring(first_uid(at)::text from 1 for 34) || '09')::uuid, 'bank', 'us', 1,
        'SUCCESS', 'manual', 300, 'DEFAULT', 'default', 600000, at, at, at + interval '1 s', 'w1'
      from generate_series('%1$s'::timestamptz + interval '301 min',
        '%1$s'::timestamptz + interval '360 min', interval '1 min') as at
      """;

  private static void define(TestNode node) {
    String collection = "{name: c%d, schedule: '* * * * *', timeout: 10m, run: {noop: {}}}";
    String both = "[" + collection.formatted(0) + ", " + collection.formatted(1) + "]";
    node.client.put(
        "/sources",
        "sources: {feed: {collections: %1$s}, slow: {collections: %1$s}}".formatted(both));
    node.client.post(
        "/import",
        """
        {"client": {"id": "alpha", "name": "Alpha", "refreshes_per_day": 1}}
        {"site": {"id": "bank", "provider": "p", "run": {"noop": {}}}}
        {"user": {"id": "u", "client": "alpha"}}
        {"user_site": {"id": "us", "user": "u", "site": "bank"}}
        """);
  }

  @Test
  void aSlowerSourceALostNodeAndAGrownClientAreNamed() throws SQLException {
    TestClock clock = new TestClock(); // noon of the day after
    try (TestNode node = TestNode.start("millrace.flywheel.internal.enabled = false", clock)) {
      define(node);
      TestSql.execute(node.database, HISTORY.formatted(DAY));
      TestSql.execute(node.database, BY_HAND.formatted(DAY));
      String id = node.client.post("/simulations", "{\"date\": \"2026-02-28\"}").text("id");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> node.client.get("/simulations/" + id).text("state").equals("done"));
      JsonNode test = node.client.get("/simulations/" + id).json().at("/result/back_test");
      assertThat(test.path("expected").asInt()).isEqualTo(4 * 1_440);
      assertThat(test.path("actual").asInt()).isEqualTo(4 * 1_440 + 60);
      List<String> differences = new ArrayList<>();
      test.path("differences")
          .forEach(
              each ->
                  differences.add(each.path("kind").asText() + " " + each.path("name").asText()));
      assertThat(differences)
          .containsExactlyInAnyOrder("slower slow", "grown alpha", "node-lost w2");
    }
  }
}
