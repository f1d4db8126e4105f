package io.millrace.engine.sql;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Runs blocking database calls on an executor that allows blocking. */
public record AsyncSql(Executor executor) {

  /** A call that may block and fail. */
  @FunctionalInterface
  public interface SqlCall<T> {
    @Nullable T run() throws SQLException;
  }

  public <T> CompletionStage<T> run(SqlCall<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.run();
          } catch (SQLException fault) {
            throw new CompletionException(fault);
          }
        },
        executor);
  }
}
