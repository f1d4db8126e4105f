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
import io.millrace.engine.sql.FenceCheck;
import io.millrace.engine.task.TaskCounter;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The node's only connection pool, shared by the journal, the history, the logs and the API. */
public final class Storage implements Extension {
  private static final StorageId ID = new StorageId();

  private final HikariDataSource dataSource;
  private final JournalWriter journalWriter;
  private final BatchedQuery<String, StateQuery.FoundState> stateReads;
  private final BatchedQuery<EventsQuery.EventsFrom, EventsQuery.FoundEvents> eventReads;
  private final BatchedQuery<String, Optional<SnapshotQuery.FoundSnapshot>> snapshotReads;
  private final BatchedQuery<SnapshotInsert.NewSnapshot, Void> snapshotWrites;
  private final BatchedQuery<OutdatedDelete.DeleteUpTo, Boolean> snapshotDeletes;
  private final BatchedQuery<OutdatedDelete.DeleteUpTo, Boolean> eventDeletes;

  private Storage(ActorSystem<?> system) {
    Config db = system.settings().config().getConfig("millrace.db");
    int connections = db.getInt("connections");
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("millrace");
    pool.setJdbcUrl(db.getString("url"));
    pool.setUsername(db.getString("user"));
    pool.setPassword(db.getString("password"));
    pool.setMaximumPoolSize(connections);
    pool.setConnectionTimeout(DurationSetting.of(db, "connection-timeout").toMillis());
    pool.addDataSourceProperty("reWriteBatchedInserts", "true");
    pool.addDataSourceProperty("ApplicationName", FencedNodes.sessionName(node(system)));
    pool.addDataSourceProperty("prepareThreshold", "3");
    // Many partitions make a plan look costly to PostgreSQL, although most of it never runs.
    pool.setConnectionInitSql(
        "set jit = off; set idle_in_transaction_session_timeout = "
            + DurationSetting.of(db, "open-transaction-timeout").toMillis()
            + "; "
            + FenceCheck.STATEMENT);
    dataSource = new HikariDataSource(pool);
    Config journal = system.settings().config().getConfig("millrace.journal");
    int perTransaction = journal.getInt("events-per-transaction");
    Consumer<Error> onError = error -> endWithAkka(system, error);
    journalWriter =
        new JournalWriter(
            dataSource, () -> node(system), journal.getInt("writers"), perTransaction, onError);
    int readers = journal.getInt("readers");
    int recoveriesPerQuery = journal.getInt("recoveries-per-query");
    stateReads =
        new BatchedQuery<>(
            "state-reader", dataSource, readers, recoveriesPerQuery, new StateQuery(), onError);
    eventReads =
        new BatchedQuery<>(
            "event-reader",
            dataSource,
            readers,
            recoveriesPerQuery,
            new EventsQuery(journal.getInt("events-per-recovery")),
            onError);
    snapshotReads =
        new BatchedQuery<>(
            "snapshot-reader",
            dataSource,
            readers,
            recoveriesPerQuery,
            new SnapshotQuery(),
            onError);
    snapshotWrites =
        new BatchedQuery<>(
            "snapshot-writer", dataSource, 1, perTransaction, new SnapshotInsert(), onError);
    snapshotDeletes =
        new BatchedQuery<>(
            "snapshot-deleter", dataSource, 1, perTransaction, OutdatedDelete.SNAPSHOTS, onError);
    eventDeletes =
        new BatchedQuery<>(
            "event-deleter", dataSource, 1, perTransaction, OutdatedDelete.EVENTS, onError);
  }

  /** Akka ends the node if the error is fatal, as it does for an error in an actor. */
  private static void endWithAkka(ActorSystem<?> system, Error error) {
    system
        .executionContext()
        .execute(
            () -> {
              throw error;
            });
  }

  /** The actors of tests may run without a cluster. */
  private static String node(ActorSystem<?> system) {
    return system.settings().config().getString("akka.actor.provider").equals("cluster")
        ? FencedNodes.nodeName(Cluster.get(system).selfMember())
        : "";
  }

  public static Storage get(ActorSystem<?> system) {
    return ID.apply(system);
  }

  public DataSource dataSource() {
    return dataSource;
  }

  /** Registers the metrics of the connections. Call it once per registry. */
  public void registerMeters(MeterRegistry meters) {
    dataSource.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    Gauge.builder("millrace.journal.waiting", journalWriter, JournalWriter::waiting)
        .description("Changes that wait for their transaction")
        .register(meters);
  }

  /** The counts of task events that this node has written. */
  public TaskCounter taskCounts() {
    return journalWriter.counts();
  }

  /**
   * After each transaction of this node that books wake-ups, the listener gets the earliest of
   * them. It must not block.
   */
  public void onBooking(Consumer<Instant> listener) {
    journalWriter.onBooking(listener);
  }

  JournalWriter journalWriter() {
    return journalWriter;
  }

  BatchedQuery<String, StateQuery.FoundState> stateReads() {
    return stateReads;
  }

  BatchedQuery<EventsQuery.EventsFrom, EventsQuery.FoundEvents> eventReads() {
    return eventReads;
  }

  BatchedQuery<String, Optional<SnapshotQuery.FoundSnapshot>> snapshotReads() {
    return snapshotReads;
  }

  BatchedQuery<SnapshotInsert.NewSnapshot, Void> snapshotWrites() {
    return snapshotWrites;
  }

  BatchedQuery<OutdatedDelete.DeleteUpTo, Boolean> snapshotDeletes() {
    return snapshotDeletes;
  }

  BatchedQuery<OutdatedDelete.DeleteUpTo, Boolean> eventDeletes() {
    return eventDeletes;
  }

  /** Call this after the last actor has stopped writing. */
  public void close() {
    journalWriter.close();
    stateReads.close();
    eventReads.close();
    snapshotReads.close();
    snapshotWrites.close();
    snapshotDeletes.close();
    eventDeletes.close();
    dataSource.close();
  }

  private static final class StorageId extends ExtensionId<Storage> {
    @Override
    public Storage createExtension(ActorSystem<?> system) {
      return new Storage(system);
    }
  }
}
