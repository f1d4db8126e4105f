package io.millrace.engine.task;

import io.millrace.engine.input.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a task runs, by its definition: the kind of runner ({@code noop}, {@code http}, {@code
 * process}, …) and the configuration of that runner.
 *
 * @param config plain JSON values: maps, lists, strings, numbers, booleans
 */
public record RunSpec(String kind, Map<String, Object> config) {
  public static final RunSpec NOOP = new RunSpec("noop", Map.of());

  public RunSpec {
    config = Map.copyOf(config);
  }

  /** Checks a run and its pool before they are accepted. */
  @FunctionalInterface
  public interface RunValidator {
    /** For stored definitions. They are not checked again, so a new rule cannot invalidate them. */
    RunValidator ACCEPTED = (run, field) -> List.of();

    /**
     * @param field the path of the run in its document; each error's field begins with it
     */
    List<FieldError> check(RunSpec run, String field);

    /** Why this pool takes no tasks of definitions; absent if it does. */
    default @Nullable String refusePool(String pool) {
      return null;
    }
  }
}
