package io.millrace.bench;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.Runner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Does nothing but say that it was started. */
public final class StampRunner implements Runner {
  static volatile Consumer<String> started = collection -> {};

  @Override
  public String kind() {
    return "stamp";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return List.of();
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    started.accept(execution.assignment().collection());
    return CompletableFuture.completedFuture(Optional.of(Outcome.success()));
  }
}
