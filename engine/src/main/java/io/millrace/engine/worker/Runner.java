package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A way of running tasks. To add a kind, name an implementation in {@code
 * META-INF/services/io.millrace.engine.worker.Runner}. It needs a public constructor without
 * arguments. It is created once, and many threads call it.
 */
public interface Runner {

  /** The name of this kind in definitions: {@code run: {kind: …}}. */
  String kind();

  /**
   * Reports every error in a definition before it is accepted.
   *
   * @param config the config under the kind; a list is passed as {@code {"argv": […]}}
   * @param field the path of that config in its document; the field of each error begins with it
   */
  List<FieldError> check(Map<String, Object> config, String field);

  /**
   * Does the work without blocking the caller. Empty means that the work was handed over, and
   * someone else will report its outcome. A canceled runner stops the work and completes soon; its
   * outcome is ignored.
   */
  CompletionStage<Optional<Outcome>> run(Execution execution);

  /**
   * Whether the work continues if its node dies. Such an attempt is not lost: another node, or the
   * next start of the same one, runs it again with {@link Execution#isResumed}. The runner then
   * continues with what it finds, and never begins a second time.
   */
  default boolean outlivesNode() {
    return false;
  }

  /**
   * Removes what is left of attempts that have ended, if nobody else will. Called once a minute.
   *
   * @param ended returns which of the given attempts have ended
   */
  default void sweep(EndedAttempts ended) {}

  /** Called when the node stops, after all its work was canceled: nothing may be left running. */
  default void close() {}
}
