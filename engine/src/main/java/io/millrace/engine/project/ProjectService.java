package io.millrace.engine.project;

import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.project.ProjectValueStore.ListedValue;
import io.millrace.engine.project.ProjectValueStore.SavedValue;
import io.millrace.engine.project.ProjectValueStore.ValueKind;
import io.millrace.engine.sql.AsyncSql;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The config and secrets of projects. The log shows who changes them, but never their values. */
public final class ProjectService {
  private static final Logger LOG = LoggerFactory.getLogger(ProjectService.class);

  private final AsyncSql sql;
  private final ProjectValueStore values;

  public ProjectService(AsyncSql sql, ProjectValueStore values) {
    this.sql = sql;
    this.values = values;
  }

  /** Warns at the start of values that a task could not read later. */
  public void warnIfUnreadable() {
    sql.run(values::unreadable)
        .whenComplete(
            (unreadable, fault) -> {
              if (fault != null) {
                LOG.warn("Could not check whether the values of projects can be decrypted", fault);
              } else {
                unreadable.ifPresent(LOG::warn);
              }
            });
  }

  public CompletionStage<List<ListedValue>> list(String project, ValueKind kind) {
    return sql.run(() -> values.list(project, kind));
  }

  /** Saves a value, if the stored one has the expected version. */
  public CompletionStage<SavedValue> put(
      String project,
      ValueKind kind,
      String name,
      String value,
      String by,
      ExpectedVersion expected) {
    return sql.run(
        () -> {
          SavedValue saved = values.put(project, kind, name, value, by, expected);
          LOG.info("{} saved the {} '{}' of the project '{}'", by, kind.text(), name, project);
          return saved;
        });
  }

  /** Deletes a value. Returns whether it existed. */
  public CompletionStage<Boolean> delete(
      String project, ValueKind kind, String name, String by, ExpectedVersion expected) {
    return sql.run(
        () -> {
          boolean found = values.delete(project, kind, name, expected);
          if (found) {
            LOG.info("{} deleted the {} '{}' of the project '{}'", by, kind.text(), name, project);
          }
          return found;
        });
  }

  /** Returns the values for a task of the project. */
  public CompletionStage<DecryptedValues> valuesFor(String project, Collection<String> secrets) {
    return sql.run(() -> values.valuesFor(project, secrets));
  }
}
