package io.millrace.engine.simulate;

import io.millrace.engine.directory.EntryBatch;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.VirtualPlan;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobBatch;
import io.millrace.engine.job.JobBatch.StoredJob;
import io.millrace.engine.simulate.SimulatedWorld.Refreshes;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulatedWorld.WorldJobs;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.source.Sources;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the world of a simulation: everything as of one moment, in one transaction that only reads
 * and locks nothing.
 */
final class SnapshotReader {
  private static final int FETCHED = 10_000;

  private final DataSource database;
  private final PoolStore pools;
  private final SimulationRequest request;
  private final Rules rules;
  private final Map<String, Integer> nodes;

  /**
   * @param rules with the changes of the request
   */
  SnapshotReader(
      DataSource database,
      PoolStore pools,
      SimulationRequest request,
      Rules rules,
      Map<String, Integer> nodes) {
    this.database = database;
    this.pools = pools;
    this.request = request;
    this.rules = rules;
    this.nodes = nodes;
  }

  /**
   * @param mayGoOn asked now and then; false stops the reading, and the world is not complete
   */
  SimulatedWorld read(BooleanSupplier mayGoOn) throws SQLException {
    return Transaction.run(
        database,
        connection -> {
          new Statements(connection)
              .update("set transaction isolation level repeatable read read only");
          return read(connection, mayGoOn);
        });
  }

  private SimulatedWorld read(Connection connection, BooleanSupplier mayGoOn) throws SQLException {
    Instant from = request.time().from();
    boolean isPast = request.basis() == Basis.PAST;
    RunProfiles profiles = RunProfileStore.read(connection, from);
    OpenTaskStore open =
        switch (request.basis()) {
          case PAST -> OpenTaskStore.readAt(connection, from);
          case NOW -> OpenTaskStore.readNow(connection, from);
          case FUTURE -> OpenTaskStore.none();
        };
    List<OpenTask> openTasks = new ArrayList<>(open.withoutRow());
    DirectoryReader directory =
        new DirectoryReader(request, definitions(connection, profiles), open, openTasks);
    directory.read(connection, mayGoOn);
    Refreshes refreshes =
        new Refreshes(directory.directory(), directory.table(), storedPlan(connection));
    return new SimulatedWorld(
        request.time(),
        rules,
        poolConfigs(isPast ? pools.allAt(connection, from) : pools.all(connection)),
        nodes,
        refreshes,
        new WorldJobs(jobs(connection), profiles),
        openTasks);
  }

  private Map<String, PoolConfig> poolConfigs(List<PoolChange> changes) {
    Map<String, PoolConfig> configs = new HashMap<>();
    for (PoolChange change : changes) {
      PoolConfig config = change.config();
      if (config != null) {
        configs.put(change.pool(), config);
      }
    }
    configs.putAll(request.changes().pools());
    return configs;
  }

  private List<RefreshDefinition> definitions(Connection connection, RunProfiles profiles)
      throws SQLException {
    List<RefreshDefinition> all = new ArrayList<>();
    for (SiteEntry entry : new EntryBatch(connection).all(EntryTables.SITES)) {
      all.add(RefreshDefinition.of(entry.site(), profiles));
    }
    String document =
        SourceStore.newest(connection).map(SourceStore.SourcesDocument::document).orElse("");
    Map<String, List<SourceCollection>> sources = new TreeMap<>();
    if (!document.isEmpty()) {
      Sources.parse(document, RunSpec.RunValidator.ACCEPTED)
          .collections()
          .forEach(
              each -> sources.computeIfAbsent(each.source(), n -> new ArrayList<>()).add(each));
    }
    sources.putAll(request.changes().sources());
    sources
        .values()
        .forEach(
            collections ->
                collections.forEach(each -> all.add(RefreshDefinition.of(each, profiles))));
    return all;
  }

  /** A changed job takes the number of the one that it replaces; a new one gets the next. */
  private List<Job> jobs(Connection connection) throws SQLException {
    Map<String, Job> jobs = new TreeMap<>();
    for (StoredJob stored : JobBatch.all(connection)) {
      JobBatch.parsed(stored).ifPresent(job -> jobs.put(job.id().toString(), job));
    }
    long last = jobs.values().stream().mapToLong(Job::number).max().orElse(0);
    for (Job changed : request.changes().jobs()) {
      Job before = jobs.get(changed.id().toString());
      long number = before == null ? ++last : before.number();
      jobs.put(changed.id().toString(), changed.withNumber(number));
    }
    return List.copyOf(jobs.values());
  }

  /**
   * The stored plan of the first day, unless it is missing or a change affects it. Users have the
   * numbers that the directory gives them.
   */
  private @Nullable VirtualPlan storedPlan(Connection connection) throws SQLException {
    LocalDate day = LocalDate.ofInstant(request.time().from(), ZoneOffset.UTC);
    Statements sql = Statements.plannedAnew(connection);
    boolean isOther =
        !request.changes().growth().isEmpty()
            || !request.changes().flywheel().equals(FlywheelChanges.NONE);
    if (isOther || sql.number("select count(*) from plan_days where date = ?", day) == 0) {
      return null;
    }
    IntList minutes = new IntList();
    IntList users = new IntList();
    sql.stream(
        """
        select minute, n from plan
        join (select id, row_number() over (order by id) - 1 as n from users) as numbered
          on id = user_id
        where date = ?
        """,
        FETCHED,
        row -> {
          minutes.add(row.getInt(1));
          users.add(row.getInt(2));
          return true;
        },
        day);
    return VirtualPlan.stored(minutes.toArray(), users.toArray());
  }

  /** A growing list of numbers. */
  private static final class IntList {
    private int[] values = new int[FETCHED];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
