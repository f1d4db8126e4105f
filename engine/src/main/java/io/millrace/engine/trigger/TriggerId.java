package io.millrace.engine.trigger;

/**
 * Identifies a trigger.
 *
 * @param job the number of its job
 */
record TriggerId(long job, String name) implements Comparable<TriggerId> {

  @Override
  public int compareTo(TriggerId other) {
    int byJob = Long.compare(job, other.job);
    return byJob != 0 ? byJob : name.compareTo(other.name);
  }
}
