package io.millrace.engine.trigger;

import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobChanges;
import io.millrace.engine.job.Jobs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** Keeps the book by the jobs as this node knows them, and answers those who wait for that. */
final class JobUpdateTracker {
  private record AwaitedUpdate(long version, LongConsumer inForce) {}

  private final Jobs jobs;
  private final JobChanges changes;
  private final List<AwaitedUpdate> waiting = new ArrayList<>();
  private long version;

  JobUpdateTracker(Jobs jobs, JobChanges changes) {
    this.jobs = jobs;
    this.changes = changes;
  }

  /**
   * @param inForce is told which version is in force, once this one is
   */
  void add(long wanted, LongConsumer inForce) {
    waiting.add(new AwaitedUpdate(wanted, inForce));
  }

  /** Whether this node knows all jobs that somebody waits for. */
  boolean areKnown() {
    return waiting.stream().allMatch(update -> update.version() <= jobs.version());
  }

  /** Whether nobody waits for jobs that were not known here. */
  boolean apply(TriggerBook book) {
    long newest = jobs.version();
    if (newest != version) {
      for (JobChange change : changes.since(version)) {
        if (change.job() == null) {
          book.remove(change.number());
        } else {
          book.put(change.job());
        }
      }
      version = newest;
    }
    Iterator<AwaitedUpdate> all = waiting.iterator();
    while (all.hasNext()) {
      AwaitedUpdate update = all.next();
      if (update.version() <= version && book.isInForce(update.version())) {
        update.inForce().accept(version);
        all.remove();
      }
    }
    return waiting.stream().allMatch(update -> update.version() <= version);
  }
}
