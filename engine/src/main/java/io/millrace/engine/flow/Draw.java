package io.millrace.engine.flow;

/** The random source of a pool: a number from 1 to {@code most}, all equally likely. */
@FunctionalInterface
public interface Draw {
  int upTo(int most);
}
