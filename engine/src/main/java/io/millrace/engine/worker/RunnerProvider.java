package io.millrace.engine.worker;

/**
 * Creates a runner that needs the settings of its node. To add one, name an implementation in
 * {@code META-INF/services/io.millrace.engine.worker.RunnerProvider}. It needs a public constructor
 * without arguments.
 */
public interface RunnerProvider {

  /**
   * Called once, when the node starts.
   *
   * @throws IllegalArgumentException if a setting is wrong; the message names it, and the node does
   *     not start
   */
  Runner create(RunnerContext node);
}
