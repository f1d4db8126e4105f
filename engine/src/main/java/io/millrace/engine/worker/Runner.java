package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * One way of running a task. Add a kind of your own by naming an implementation in {@code
 * META-INF/services/io.millrace.engine.worker.Runner}; it needs a public constructor without
 * arguments, is made once, and is called from many threads.
 */
public interface Runner {

  /** The name by which a definition asks for this runner: {@code run: {kind: …}}. */
  String kind();

  /**
   * Says everything that is wrong with a definition before it is accepted.
   *
   * @param config what the definition says under the kind; a list is given as {@code {"argv": […]}}
   * @param field the path of that config in its document, to begin each error's field with
   */
  List<FieldError> check(Map<String, Object> config, String field);

  /**
   * Does the work without holding up the caller. Empty means that it was handed over, and its
   * outcome will be reported by someone else. A runner that is canceled stops the work and
   * completes soon; its outcome is ignored.
   */
  CompletionStage<Optional<Outcome>> run(Execution execution);
}
