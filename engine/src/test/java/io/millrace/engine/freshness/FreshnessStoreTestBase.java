package io.millrace.engine.freshness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectOrder;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.store.TestSuccesses;
import io.millrace.engine.task.Uids;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of promises on a real database, with a clock that is moved by hand. */
abstract class FreshnessStoreTestBase {
  final DatabaseUrl database = TestDatabase.fresh();
  final TestClock clock = new TestClock();
  final DirectoryStore directory = new DirectoryStore(database.dataSource(), clock, name -> false);
  final FreshnessSettings settings = settings("");
  FreshnessStore store = new FreshnessStore(database.dataSource(), settings);
  final FreshnessCountStore counts = new FreshnessCountStore(database.dataSource(), settings);
  final FreshnessObjectStore objects = new FreshnessObjectStore(database.dataSource(), settings);

  /**
   * @param changed settings of the flywheel that are not the usual ones
   */
  static FreshnessSettings settings(String changed) {
    Config usual = ConfigFactory.load().getConfig("millrace.flywheel.internal");
    return new FreshnessSettings(
        30,
        Duration.ofHours(1),
        Duration.ofDays(1),
        FlywheelSettings.of(ConfigFactory.parseString(changed).withFallback(usual)));
  }

  /** Another node keeps freshness now, with other settings. */
  void restartWith(String changed) throws SQLException {
    store = new FreshnessStore(database.dataSource(), settings(changed));
    store.followSettings();
    settle();
  }

  List<String> listed(FreshState state) throws SQLException {
    ObjectQuery query = new ObjectQuery(state, "app", null, ObjectOrder.OLDEST, null, 100);
    return objects.list(query, clock.instant()).stream()
        .map(it -> it.row().subject().name())
        .toList();
  }

  /** A task of a user-site of the bank, as the history has it. */
  void task(String userSite, String status, Instant created) throws SQLException {
    boolean started = !status.equals("SCHEDULED");
    boolean ended = started && !status.equals("RUNNING");
    String at = "'" + created + "'::timestamptz";
    TestSql.execute(
        database,
        """
        insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
          system, pool, timeout_ms, created_at, started_at, finished_at)
        values ('%s', 'bank', '%s', 1, '%s', 'PLAN', 2, 'DEFAULT', 'default', 600000, %s, %s, %s)
        """
            .formatted(
                Uids.generator(InstantSource.fixed(created)).get(),
                userSite,
                status,
                at,
                started ? at : "null",
                ended ? at + " + interval '10 s'" : "null"));
  }

  void save(String... lines) throws SQLException {
    EntryReader reader = new EntryReader((run, field) -> List.of());
    List<DirectoryEntry> entries = new ArrayList<>();
    for (String line : lines) {
      ObjectNode json = JsonDocument.object(line.replace('\'', '"'));
      String kind = json.fieldNames().next();
      entries.add(
          EntryTables.ALL.stream()
              .filter(table -> table.key().equals(kind))
              .findFirst()
              .map(table -> (DirectoryEntry) reader.read(table, (ObjectNode) json.get(kind)))
              .orElseThrow());
    }
    directory.save(entries, true);
    settle();
  }

  void settle() throws SQLException {
    Instant now = clock.instant();
    while (store.followChange(Map.of(), now) | store.judgeDue(Map.of(), now)) {
      // there is more
    }
  }

  void pass(Duration duration) throws SQLException {
    clock.pass(duration);
    settle();
  }

  void succeed(String owner) throws SQLException {
    TestSuccesses.write(database.dataSource(), owner, clock.instant());
  }

  FreshObject object(String owner) throws SQLException {
    return objects.find(owner, clock.instant()).orElseThrow();
  }

  String state(String owner) throws SQLException {
    FreshRow row = object(owner).row();
    String exemption = row.standing().exemption();
    return row.standing().stateAt(clock.instant()).text()
        + (exemption.isEmpty() ? "" : " " + exemption);
  }

  StateCounts counts(String dimension, String name) throws SQLException {
    return counts.counts(List.of(dimension), clock.instant()).stream()
        .filter(each -> each.name().equals(name))
        .map(FreshnessCounts::counts)
        .findFirst()
        .orElse(StateCounts.NONE);
  }

  void bankOfThree() throws SQLException {
    save(
        "{'client': {'id': 'app', 'name': 'App', 'fresh': {'within': '6h'}}}",
        "{'site': {'id': 'bank', 'provider': 'p'}}",
        "{'user': {'id': 'ann', 'client': 'app'}}",
        "{'user_site': {'id': 'a', 'user': 'ann', 'site': 'bank'}}",
        "{'user_site': {'id': 'b', 'user': 'ann', 'site': 'bank'}}",
        "{'user_site': {'id': 'c', 'user': 'ann', 'site': 'bank'}}");
  }

  List<String> kinds(String subject) throws SQLException {
    return List.of(
        TestSql.value(
                database,
                "select coalesce(string_agg(kind, ',' order by at), '') from notifications where"
                    + " subject = '"
                    + subject
                    + "'")
            .split(","));
  }
}
