package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code {pull: {queue, body}}}: waits in a queue until a remote worker claims it. No node runs it;
 * this class only checks its definition.
 */
public final class PullRunner implements Runner {
  private static final Outcome CHANGED =
      Outcome.error("The definition changed while the task waited: it is now for remote workers")
          .because(FailureKind.MISCONFIGURED);

  @Override
  public String kind() {
    return Work.PULL;
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    List<FieldError> errors = UnknownFieldCheck.check(config, field, "queue", "body");
    Object queue = config.getOrDefault("queue", Work.DEFAULT_QUEUE);
    if (!(queue instanceof String name)) {
      errors.add(new FieldError(field + ".queue", queue, "must be a string: put it in quotes"));
    } else if (!CollectionId.isName(name)) {
      errors.add(new FieldError(field + ".queue", queue, CollectionId.NAME_RULE));
    }
    return errors;
  }

  /** It was for nodes when it was queued. The next attempt goes to the queue. */
  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    return CompletableFuture.completedFuture(Optional.of(CHANGED));
  }
}
