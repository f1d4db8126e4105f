package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.Task;

/**
 * Something of a source that is kept fresh by running tasks.
 *
 * @param policy when it is refreshed, and what follows a failure
 * @param work what is done then
 */
public record Collection(CollectionId id, Policy policy, Work work) {

  /**
   * What a refresh does, and whose channels it needs for that.
   *
   * @param system whose share of the channels its tasks use
   * @param pool the pool of channels its tasks run in
   * @param priority of what nobody asked for by hand
   */
  public record Work(Run run, String system, String pool, Priority priority) {
    public static final String DEFAULT_SYSTEM = "DEFAULT";
    public static final String DEFAULT_POOL = "default";

    /** The kind of run that a remote worker claims. */
    public static final String PULL = "pull";

    /** Where such a run waits unless it says otherwise. */
    public static final String DEFAULT_QUEUE = "default";

    public static final Work NOOP = of(Run.NOOP);

    public Work {
      checkLabel("system", system);
      checkLabel("pool", pool);
    }

    /** Who can run it: see {@link Task#queue}. */
    public String queue() {
      return run.kind().equals(PULL)
          ? run.config().getOrDefault("queue", DEFAULT_QUEUE).toString()
          : Task.NODES;
    }

    public static Work of(Run run) {
      return new Work(run, DEFAULT_SYSTEM, DEFAULT_POOL, Priority.HIGH);
    }
  }

  public String source() {
    return id.source();
  }

  public String name() {
    return id.collection();
  }

  static String checkLabel(String field, String text) {
    if (text.isBlank() || text.length() > 100) {
      throw new InvalidInputException(field, text, "must be 1 to 100 characters, not all blank");
    }
    return text;
  }
}
