package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code {noop: {}}}: succeeds at once. For joins, dry runs and measurements. */
public final class NoopRunner implements Runner {
  private static final Optional<Outcome> SUCCESS = Optional.of(Outcome.success());

  @Override
  public String kind() {
    return "noop";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return UnknownFieldCheck.check(config, field);
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    return CompletableFuture.completedFuture(SUCCESS);
  }
}
