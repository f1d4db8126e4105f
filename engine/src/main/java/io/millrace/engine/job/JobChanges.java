package io.millrace.engine.job;

import java.util.Collection;

/** What has changed of the jobs, as this node knows them. */
@FunctionalInterface
public interface JobChanges {

  /** Of every job that changed after that version the last change; after 0 these are all jobs. */
  Collection<JobChange> since(long version);
}
