package io.millrace.engine.job;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The jobs in force, as this node knows them. */
public interface Jobs {

  Optional<Job> find(long number);

  Optional<Job> find(UUID id);

  /** Every step that something arrives at when this happens. */
  List<DownstreamStep> downstreamSteps(UpstreamEvent cause);

  /** Of the newest change that is known here; asked after the effects, it is at least theirs. */
  long version();
}
