package io.millrace.engine.flow;

/**
 * A system's part of a pool.
 *
 * @param reservedChannels channels that nobody else gets
 * @param probability of 100, how many of the spare channels it gets when all systems wait
 */
public record SourceSystem(String systemName, int reservedChannels, int probability) {
  /** The system of everyone who is not listed. */
  public static final String DEFAULT = "DEFAULT";
}
