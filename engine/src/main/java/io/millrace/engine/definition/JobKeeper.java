package io.millrace.engine.definition;

import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.job.JobStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the node's jobs up to date. It reads only changes, whichever node made them. */
public final class JobKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobKeeper.class);
  private static final int PAGE = 5_000;

  private final JobRegistry registry;
  private final JobStore store;
  private final KeeperThread thread = new KeeperThread("job-keeper");

  public JobKeeper(JobRegistry registry, JobStore store) {
    this.registry = registry;
    this.store = store;
  }

  /**
   * Loads the jobs, or fails. Call it before this node has any token or trigger: one that does not
   * find its job would treat the job as gone.
   */
  public void load() {
    long version = thread.run(this::loadChanges).toCompletableFuture().join();
    LOG.info("Jobs version {} in force: {} jobs", version, registry.all().size());
  }

  /** Starts to watch for changes. */
  public void start() {
    thread.everySecond(this::refreshQuietly);
  }

  /** Reads the changes since the last time, at least all that were saved before this call. */
  public CompletionStage<Void> refresh() {
    return thread.runOnce(this::refreshQuietly);
  }

  private void refreshQuietly() {
    try {
      loadChanges();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not read new jobs; the old ones stay in force", fault);
    }
  }

  private long loadChanges() throws SQLException {
    long newest = store.version();
    if (registry.version() < newest) {
      List<JobChange> changes = new ArrayList<>();
      long last = read(registry.version(), changes);
      registry.apply(changes, Math.max(newest, last));
    }
    return registry.version();
  }

  /** Reads all changes since a version. A job that changes between two pages is read again. */
  private long read(long since, List<JobChange> changes) throws SQLException {
    long last = since;
    List<JobChange> page;
    do {
      page = store.changes(last, PAGE);
      changes.addAll(page);
      last = page.isEmpty() ? last : page.get(page.size() - 1).version();
    } while (page.size() == PAGE);
    return last;
  }

  @Override
  public void close() {
    thread.close();
  }
}
