package io.millrace.engine.flow;

/**
 * The share of a system in a pool.
 *
 * @param reservedChannels the channels that no other system gets
 * @param probability its percentage of the unreserved channels when all systems have waiting tasks
 */
public record SourceSystem(String systemName, int reservedChannels, int probability) {
  /** The system for all that are not listed. */
  public static final String DEFAULT = "DEFAULT";
}
