package io.millrace.engine.job;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The jobs in force, as this node knows them. */
public interface Jobs {

  Optional<Job> find(long number);

  Optional<Job> find(UUID id);

  /** Returns every step that this event arrives at. */
  List<DownstreamStep> downstreamSteps(UpstreamEvent event);

  /** The version of the newest change on this node. Read after a query, it is at least as new. */
  long version();
}
