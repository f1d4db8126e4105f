package io.millrace.engine.source;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.NameRule;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Placeholders;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.RunSpecReader;
import io.millrace.engine.task.TaskPriority;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a task does from the mapping of a collection, a site or a step. */
public final class WorkReader {
  public static final String PROJECT = "project";
  public static final String SECRETS = "secrets";
  public static final List<String> FIELDS = List.of("run", "system", "pool", "priority", SECRETS);

  private WorkReader() {}

  /**
   * Reads the work. A refused field is noted as an error and gets its default.
   *
   * @param project of its values; absent if the definition names none
   */
  public static Work read(InputNode node, RunSpec.RunValidator check, @Nullable String project) {
    Optional<TaskPriority> priority =
        node.optional("priority").flatMap(field -> field.text(TaskPriority::parse));
    return read(node, check, project, priority.orElse(TaskPriority.HIGH));
  }

  /** The same with a priority that the caller has read. */
  public static Work read(
      InputNode node, RunSpec.RunValidator check, @Nullable String project, TaskPriority priority) {
    RunSpec run =
        node.optional("run")
            .flatMap(field -> RunSpecReader.read(field, check))
            .orElse(RunSpec.NOOP);
    Optional<String> system = label(node, "system");
    Optional<String> pool = label(node, "pool");
    pool.map(check::refusePool).ifPresent(node.child("pool")::refuse);
    Set<String> secrets = secrets(node);
    secrets.addAll(Placeholders.secrets(run));
    boolean needsValues = !secrets.isEmpty() || Placeholders.isAnyIn(run);
    return new Work(
        run,
        system.orElse(Work.DEFAULT_SYSTEM),
        pool.orElse(Work.DEFAULT_POOL),
        priority,
        project == null && needsValues ? Work.DEFAULT_PROJECT : project,
        List.copyOf(secrets));
  }

  /** The project of a source or a site; absent if it names none, or if the name is refused. */
  public static @Nullable String project(InputNode node) {
    return node.optional(PROJECT)
        .flatMap(field -> field.text(text -> NameRule.check(PROJECT, text)))
        .orElse(null);
  }

  /** The listed secrets. A secret that a placeholder names does not have to be listed. */
  private static Set<String> secrets(InputNode node) {
    Set<String> secrets = new LinkedHashSet<>();
    node.optional(SECRETS)
        .ifPresent(
            list ->
                list.eachItem(
                    item ->
                        item.text(text -> CollectionId.checkName(SECRETS, text))
                            .filter(name -> !secrets.add(name))
                            .ifPresent(twice -> item.refuse("is listed twice"))));
    return secrets;
  }

  private static Optional<String> label(InputNode node, String name) {
    return node.optional(name)
        .flatMap(field -> field.text(text -> SourceCollection.checkLabel(name, text)));
  }
}
