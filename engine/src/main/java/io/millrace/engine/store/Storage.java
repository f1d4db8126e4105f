package io.millrace.engine.store;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import akka.cluster.typed.Cluster;
import com.typesafe.config.Config;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.task.TaskCounts;
import java.util.Optional;
import javax.sql.DataSource;

/** The node's one connection pool, shared by the journal, the history, the logs and the API. */
public final class Storage implements Extension {
  private static final Id ID = new Id();

  private final HikariDataSource dataSource;
  private final JournalWriter journalWriter;
  private final Grouped<EventsQuery.From, EventsQuery.Found> eventReads;
  private final Grouped<String, Optional<SnapshotQuery.Found>> snapshotReads;
  private final Grouped<SnapshotInsert.Taken, Void> snapshotWrites;
  private final Grouped<Outdated.UpTo, Boolean> snapshotDeletes;
  private final Grouped<Outdated.UpTo, Boolean> eventDeletes;
  private final int connections;

  private Storage(ActorSystem<?> system) {
    Config db = system.settings().config().getConfig("millrace.db");
    connections = db.getInt("connections");
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("millrace");
    pool.setJdbcUrl(db.getString("url"));
    pool.setUsername(db.getString("user"));
    pool.setPassword(db.getString("password"));
    pool.setMaximumPoolSize(connections);
    pool.setConnectionTimeout(DurationSetting.of(db, "connection-timeout").toMillis());
    pool.addDataSourceProperty("reWriteBatchedInserts", "true");
    pool.addDataSourceProperty("ApplicationName", "millrace");
    pool.addDataSourceProperty("prepareThreshold", "3");
    // With many partitions a plan looks costly to PostgreSQL, though most of it never runs.
    pool.setConnectionInitSql(
        "set jit = off; set idle_in_transaction_session_timeout = "
            + DurationSetting.of(db, "open-transaction-timeout").toMillis());
    dataSource = new HikariDataSource(pool);
    Config journal = system.settings().config().getConfig("millrace.journal");
    int perTransaction = journal.getInt("events-per-transaction");
    journalWriter =
        new JournalWriter(
            dataSource, () -> node(system), journal.getInt("writers"), perTransaction);
    int readers = journal.getInt("readers");
    int group = journal.getInt("recoveries-per-query");
    eventReads =
        new Grouped<>(
            "event-reader",
            dataSource,
            readers,
            group,
            new EventsQuery(journal.getInt("events-per-recovery")));
    snapshotReads =
        new Grouped<>("snapshot-reader", dataSource, readers, group, new SnapshotQuery());
    snapshotWrites =
        new Grouped<>("snapshot-writer", dataSource, 1, perTransaction, new SnapshotInsert());
    snapshotDeletes =
        new Grouped<>("snapshot-deleter", dataSource, 1, perTransaction, Outdated.SNAPSHOTS);
    eventDeletes = new Grouped<>("event-deleter", dataSource, 1, perTransaction, Outdated.EVENTS);
  }

  /** Actors of tests may be in no cluster. */
  private static String node(ActorSystem<?> system) {
    return system.settings().config().getString("akka.actor.provider").equals("cluster")
        ? PutOut.name(Cluster.get(system).selfMember())
        : "";
  }

  public static Storage get(ActorSystem<?> system) {
    return ID.apply(system);
  }

  public DataSource dataSource() {
    return dataSource;
  }

  public int connections() {
    return connections;
  }

  /** Shows how the connections are used; once for each registry. */
  public void meter(MeterRegistry meters) {
    dataSource.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    Gauge.builder("millrace.journal.waiting", journalWriter, JournalWriter::waiting)
        .description("Events that wait for their transaction")
        .register(meters);
  }

  /** What this node has written says of tasks. */
  public TaskCounts taskCounts() {
    return journalWriter.counts();
  }

  JournalWriter journalWriter() {
    return journalWriter;
  }

  Grouped<EventsQuery.From, EventsQuery.Found> eventReads() {
    return eventReads;
  }

  Grouped<String, Optional<SnapshotQuery.Found>> snapshotReads() {
    return snapshotReads;
  }

  Grouped<SnapshotInsert.Taken, Void> snapshotWrites() {
    return snapshotWrites;
  }

  Grouped<Outdated.UpTo, Boolean> snapshotDeletes() {
    return snapshotDeletes;
  }

  Grouped<Outdated.UpTo, Boolean> eventDeletes() {
    return eventDeletes;
  }

  /** Call it when no actor writes any more. */
  public void close() {
    journalWriter.close();
    eventReads.close();
    snapshotReads.close();
    snapshotWrites.close();
    snapshotDeletes.close();
    eventDeletes.close();
    dataSource.close();
  }

  private static final class Id extends ExtensionId<Storage> {
    @Override
    public Storage createExtension(ActorSystem<?> system) {
      return new Storage(system);
    }
  }
}
