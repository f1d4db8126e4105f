package io.millrace.engine.flow;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * The share of a system in a pool. A pause is written only while it lasts: releases that do not
 * know it can read all other configs.
 *
 * @param reservedChannels the channels that no other system gets
 * @param probability its percentage of the unreserved channels when all systems have waiting tasks
 * @param paused why it is granted nothing; absent = it is not paused
 */
public record SourceSystem(
    String systemName,
    int reservedChannels,
    int probability,
    @JsonInclude(Include.NON_NULL) @Nullable String paused) {
  /** The system for all that are not listed. */
  public static final String DEFAULT = "DEFAULT";

  /** A system that is not paused. */
  public SourceSystem(String systemName, int reservedChannels, int probability) {
    this(systemName, reservedChannels, probability, null);
  }

  SourceSystem withPaused(@Nullable String reason) {
    return new SourceSystem(systemName, reservedChannels, probability, reason);
  }
}
