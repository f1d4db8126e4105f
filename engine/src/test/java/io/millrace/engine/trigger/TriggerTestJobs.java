package io.millrace.engine.trigger;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobChanges;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.job.UpstreamEvent;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Jobs whose triggers each start one step of their own, unless a test says otherwise. */
final class TriggerTestJobs implements Jobs, JobChanges {
  private final DatabaseUrl database;
  private final Map<Long, Job> jobs = new TreeMap<>();
  private final Map<Long, JobChange> changes = new TreeMap<>();
  private final Map<UpstreamEvent, List<DownstreamStep>> effects = new HashMap<>();
  private long version;

  TriggerTestJobs(DatabaseUrl database) {
    this.database = database;
  }

  /** Creates the job, or replaces its definition. */
  synchronized Job put(long number, boolean paused, Instant savedAt, Trigger... triggers)
      throws SQLException {
    if (!jobs.containsKey(number)) {
      row(number, number, savedAt);
    }
    Job job = TriggerExamples.job(number, paused, ++version, savedAt, triggers);
    jobs.put(number, job);
    changes.put(number, new JobChange(number, version, job));
    return job;
  }

  /** Creates many jobs at once, with numbers from 1. */
  synchronized void putMany(int many, Instant savedAt, Trigger trigger) throws SQLException {
    row(1, many, savedAt);
    for (long number = 1; number <= many; number++) {
      Job job = TriggerExamples.job(number, false, ++version, savedAt, trigger);
      jobs.put(number, job);
      changes.put(number, new JobChange(number, version, job));
    }
  }

  /** The rows that the tables of triggers refer to. No test reads their other columns. */
  private void row(long first, long last, Instant savedAt) throws SQLException {
    TestSql.execute(
        database,
        """
        insert into jobs (number, id, project, name, paused, definition, document, media_type,
          refers_to, saved_by, saved_at, version)
        overriding system value
        select n, gen_random_uuid(), 'reports', 'job' || n, false, '{}', '', '', '{}', '', '%s', 1
        from generate_series(%d, %d) as n
        """
            .formatted(savedAt, first, last));
  }

  synchronized void remove(long number) throws SQLException {
    TestSql.execute(database, "update jobs set deleted = true where number = " + number);
    jobs.remove(number);
    changes.put(number, new JobChange(number, ++version, null));
  }

  synchronized void setOff(long number, String trigger, DownstreamStep... steps) {
    effects.put(UpstreamEvent.fired(number, trigger), List.of(steps));
  }

  @Override
  public synchronized Optional<Job> find(long number) {
    return Optional.ofNullable(jobs.get(number));
  }

  @Override
  public synchronized Optional<Job> find(UUID id) {
    return jobs.values().stream().filter(job -> job.id().equals(id)).findFirst();
  }

  @Override
  public synchronized List<DownstreamStep> downstreamSteps(UpstreamEvent cause) {
    return effects.getOrDefault(
        cause,
        List.of(new DownstreamStep(cause.job(), "s", Duration.ZERO, "trigger/" + cause.name())));
  }

  @Override
  public synchronized long version() {
    return version;
  }

  @Override
  public synchronized List<JobChange> since(long since) {
    return changes.values().stream().filter(change -> change.version() > since).toList();
  }
}
