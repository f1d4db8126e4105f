package io.millrace.engine.source;

import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.RunCredentials;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collection of a source. Tasks keep it fresh.
 *
 * @param policy when it is refreshed, and what follows a failure
 * @param work what its tasks do
 * @param fresh what is promised for it; absent if nothing is
 */
public record SourceCollection(
    CollectionId id, Policy policy, Work work, @Nullable FreshPromise fresh) {

  /** A collection without a promise. */
  public SourceCollection(CollectionId id, Policy policy, Work work) {
    this(id, policy, work, null);
  }

  /**
   * What a task does, and which channels it needs.
   *
   * @param system the source system whose share of the channels its tasks use
   * @param pool the channel pool of its tasks
   * @param priority of its tasks, except for runs by hand
   * @param project whose config and secrets its tasks get; absent if they need none
   * @param secrets the names of the project's secrets that its tasks get
   */
  public record Work(
      RunSpec run,
      String system,
      String pool,
      TaskPriority priority,
      @Nullable String project,
      List<String> secrets) {
    public static final String DEFAULT_SYSTEM = "DEFAULT";
    public static final String DEFAULT_POOL = "default";

    /** The kind of run that remote workers claim. */
    public static final String PULL = "pull";

    /** The project of a collection or site that needs values but names no project. */
    public static final String DEFAULT_PROJECT = "default";

    /** The queue of a {@link #PULL} run that names none. */
    public static final String DEFAULT_QUEUE = "default";

    public static final Work NOOP = of(RunSpec.NOOP);

    public Work {
      checkLabel("system", system);
      checkLabel("pool", pool);
      secrets = List.copyOf(secrets);
    }

    /** Who can run it: see {@link TaskRoute}. */
    public String queue() {
      return run.kind().equals(PULL)
          ? run.config().getOrDefault("queue", DEFAULT_QUEUE).toString()
          : Task.NODES;
    }

    /** Where its tasks wait, with this priority. */
    public TaskRoute route(int taskPriority) {
      return new TaskRoute(taskPriority, system, pool, queue());
    }

    /** The project whose secrets its tasks need; absent if they need none. */
    public @Nullable String secretsProject() {
      return secrets.isEmpty() ? null : project;
    }

    /**
     * Adds advice about the credentials in its run.
     *
     * @param field the path of the run in its document
     * @param owners the names of the enclosing definitions, outermost first
     */
    public void addCredentialAdvice(CredentialAdvice advice, String field, String... owners) {
      String projectName = project == null ? DEFAULT_PROJECT : project;
      RunCredentials.find(run, field)
          .forEach(found -> advice.add(found, run.kind(), projectName, owners));
    }

    /** Work that needs no values of a project. */
    public static Work of(RunSpec run) {
      return of(run, null, List.of());
    }

    public static Work of(RunSpec run, @Nullable String project, List<String> secrets) {
      return new Work(run, DEFAULT_SYSTEM, DEFAULT_POOL, TaskPriority.HIGH, project, secrets);
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
