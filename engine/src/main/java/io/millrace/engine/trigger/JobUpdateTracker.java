package io.millrace.engine.trigger;

import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobChanges;
import io.millrace.engine.job.Jobs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** Keeps the trigger book up to date with the jobs of this node, and replies to those who wait. */
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
   * @param inForce receives the version that is in force, once it is at least {@code awaited}
   */
  void add(long awaited, LongConsumer inForce) {
    waiting.add(new AwaitedUpdate(awaited, inForce));
  }

  /** Returns whether this node has read every version that somebody waits for. */
  boolean areKnown() {
    return waiting.stream().allMatch(update -> update.version() <= jobs.version());
  }

  /** Applies new jobs to the book. Returns whether this node has read every awaited version. */
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
