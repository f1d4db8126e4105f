package io.millrace.engine.task;

import io.millrace.engine.input.FieldError;
import java.util.List;
import java.util.Map;

/**
 * How a task runs, as its definition says: the kind of runner ({@code noop}, {@code http}, {@code
 * process}, …) and what that runner is told.
 *
 * @param config plain JSON values: maps, lists, strings, numbers, booleans
 */
public record RunSpec(String kind, Map<String, Object> config) {
  public static final RunSpec NOOP = new RunSpec("noop", Map.of());

  public RunSpec {
    config = Map.copyOf(config);
  }

  /** Says what is wrong with a run, or where it shall run, before it is accepted. */
  @FunctionalInterface
  public interface RunValidator {
    /** What was accepted once is not checked again: a later rule does not take it out of force. */
    RunValidator ACCEPTED = (run, field) -> List.of();

    /**
     * @param field the path of the run in its document, to begin each error's field with
     */
    List<FieldError> check(RunSpec run, String field);

    /** Why there can be no task in this pool; null if there can. */
    default String refusePool(String pool) {
      return null;
    }
  }
}
