package io.millrace.engine.message;

/**
 * A message that may travel between nodes. If it is public, it has a name in {@code MessageNames}.
 */
public interface Message {}
