package io.millrace.engine.project;

import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.project.ProjectValueStore.ListedValue;
import io.millrace.engine.project.ProjectValueStore.ValueKind;
import io.millrace.engine.sql.AsyncSql;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The config and the secrets of projects: who changes them is in the log, what they are is not. */
public final class ProjectService {
  private static final Logger LOG = LoggerFactory.getLogger(ProjectService.class);

  private final AsyncSql sql;
  private final ProjectValueStore values;

  public ProjectService(AsyncSql sql, ProjectValueStore values) {
    this.sql = sql;
    this.values = values;
  }

  /** Says at the start what would else be found out by a task. */
  public void warnIfUnreadable() {
    sql.run(values::unreadable)
        .whenComplete(
            (unreadable, fault) -> {
              if (fault != null) {
                LOG.warn("The values of projects could not be looked at: {}", fault.toString());
              } else {
                unreadable.ifPresent(LOG::warn);
              }
            });
  }

  public CompletionStage<List<ListedValue>> list(String project, ValueKind kind) {
    return sql.run(() -> values.list(project, kind));
  }

  /** Whether it is a new one. */
  public CompletionStage<Boolean> put(
      String project, ValueKind kind, String name, String value, String by) {
    return sql.run(
        () -> {
          boolean created = values.put(project, kind, name, value, by);
          LOG.info("{} saved the {} '{}' of the project '{}'", by, kind.text(), name, project);
          return created;
        });
  }

  /** Whether there was one. */
  public CompletionStage<Boolean> delete(String project, ValueKind kind, String name, String by) {
    return sql.run(
        () -> {
          boolean found = values.delete(project, kind, name);
          if (found) {
            LOG.info("{} deleted the {} '{}' of the project '{}'", by, kind.text(), name, project);
          }
          return found;
        });
  }

  /** What a task of the project is given. */
  public CompletionStage<DecryptedValues> valuesFor(String project, Collection<String> secrets) {
    return sql.run(() -> values.valuesFor(project, secrets));
  }
}
