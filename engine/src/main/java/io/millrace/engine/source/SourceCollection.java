package io.millrace.engine.source;

import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.RunCredentials;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskPriority;
import java.util.List;

/**
 * Something of a source that is kept fresh by running tasks.
 *
 * @param policy when it is refreshed, and what follows a failure
 * @param work what is done then
 */
public record SourceCollection(CollectionId id, Policy policy, Work work) {

  /**
   * What a refresh does, and whose channels it needs for that.
   *
   * @param system whose share of the channels its tasks use
   * @param pool the pool of channels its tasks run in
   * @param priority of what nobody asked for by hand
   * @param project whose config and secrets its tasks are given; null = nobody asks for any
   * @param secrets names of the project's secrets that its tasks are given
   */
  public record Work(
      RunSpec run,
      String system,
      String pool,
      TaskPriority priority,
      String project,
      List<String> secrets) {
    public static final String DEFAULT_SYSTEM = "DEFAULT";
    public static final String DEFAULT_POOL = "default";

    /** The kind of run that a remote worker claims. */
    public static final String PULL = "pull";

    /** Whose values a collection or a site is given if it needs some and names no project. */
    public static final String DEFAULT_PROJECT = "default";

    /** Where such a run waits unless it says otherwise. */
    public static final String DEFAULT_QUEUE = "default";

    public static final Work NOOP = of(RunSpec.NOOP);

    public Work {
      checkLabel("system", system);
      checkLabel("pool", pool);
      secrets = List.copyOf(secrets);
    }

    /** Who can run it: see {@link Task#queue}. */
    public String queue() {
      return run.kind().equals(PULL)
          ? run.config().getOrDefault("queue", DEFAULT_QUEUE).toString()
          : Task.NODES;
    }

    /** The project whose secrets its tasks need; null if they need none. */
    public String secretsProject() {
      return secrets.isEmpty() ? null : project;
    }

    /**
     * Says what is to be said of the credentials in its run.
     *
     * @param field the path of the run in its document
     * @param owners what it is of, the greater first
     */
    public void addCredentialAdvice(CredentialAdvice advice, String field, String... owners) {
      String ofProject = project == null ? DEFAULT_PROJECT : project;
      RunCredentials.find(run, field)
          .forEach(found -> advice.add(found, run.kind(), ofProject, owners));
    }

    /** It needs no values of any project. */
    public static Work of(RunSpec run) {
      return of(run, null, List.of());
    }

    public static Work of(RunSpec run, String project, List<String> secrets) {
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
