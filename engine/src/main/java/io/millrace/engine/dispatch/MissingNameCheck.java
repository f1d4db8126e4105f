package io.millrace.engine.dispatch;

import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.dispatch.TaskService.MissingName;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells names without tasks apart from names that do not exist. A source is known if it is defined
 * now, as a source, a site or a job, or if the history has tasks of it.
 *
 * @param lookForDefinitions reads definitions that were just saved on another node
 */
public record MissingNameCheck(
    SourceFinder names,
    SiteRegistry sites,
    TaskStore tasks,
    AsyncSql sql,
    Supplier<CompletionStage<Void>> lookForDefinitions) {

  /**
   * Returns empty if both are known.
   *
   * @param source absent for any
   * @param collection absent for any
   */
  CompletionStage<Optional<MissingName>> find(
      @Nullable String source, @Nullable String collection) {
    return sql.run(() -> findNow(source, collection))
        .thenCompose(
            missing ->
                missing.isEmpty()
                    ? CompletableFuture.completedFuture(missing)
                    : lookForDefinitions
                        .get()
                        .thenCompose(done -> sql.run(() -> findNow(source, collection))));
  }

  private Optional<MissingName> findNow(@Nullable String source, @Nullable String collection)
      throws SQLException {
    if (collection != null && isCollection(source, collection)) {
      return Optional.empty();
    }
    if (source != null && !isSource(source)) {
      return Optional.of(MissingName.SOURCE);
    }
    return collection == null ? Optional.empty() : Optional.of(MissingName.COLLECTION);
  }

  private boolean isSource(String source) throws SQLException {
    return source.equals(Task.EXTERNAL)
        || names.hasSource(source)
        || sites.find(source).isPresent()
        || tasks.hasTasks(source, null);
  }

  private boolean isCollection(@Nullable String source, String collection) throws SQLException {
    List<String> defining = names.sources(collection);
    if (source == null) {
      return defining.size() > 1 || tasks.hasTasks(Task.EXTERNAL, collection);
    }
    boolean defined = defining.contains(source) && !source.equals(Task.EXTERNAL);
    return defined || tasks.hasTasks(source, collection);
  }
}
