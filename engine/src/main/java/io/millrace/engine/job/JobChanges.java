package io.millrace.engine.job;

import java.util.Collection;

/** The changes of jobs that this node knows. */
@FunctionalInterface
public interface JobChanges {

  /** Returns the last change of every job that changed after that version; after 0, all jobs. */
  Collection<JobChange> since(long version);
}
