package io.millrace.engine.sql;

import java.time.Duration;

/** Repeats a call on this node, where blocking is allowed, for as long as the node runs. */
@FunctionalInterface
public interface PeriodicCalls {

  /**
   * @param pause before the first call and between two calls
   */
  void repeat(Duration pause, AsyncSql.SqlCall<?> call);
}
