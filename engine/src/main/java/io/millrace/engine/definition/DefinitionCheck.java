package io.millrace.engine.definition;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.RunCredentials;
import io.millrace.engine.task.RunSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Validates a run against the runners and the pools. It refuses a definition whose credentials are
 * masked, because it is not the real one.
 */
public record DefinitionCheck(RunSpec.RunValidator runners, Supplier<Collection<String>> pools)
    implements RunSpec.RunValidator {

  @Override
  public List<FieldError> check(RunSpec run, String field) {
    List<FieldError> errors = new ArrayList<>(runners.check(run, field));
    errors.addAll(RunCredentials.masked(run, field));
    return errors;
  }

  @Override
  public @Nullable String refusePool(String pool) {
    Collection<String> names = pools.get();
    return names.contains(pool)
        ? null
        : "there is no such pool; the pools are " + String.join(", ", names);
  }
}
