package io.millrace.engine.definition;

import io.millrace.engine.flow.PoolService;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.RunCredentials;
import io.millrace.engine.task.RunSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Validates a run against the runners and the pools. It refuses a definition whose credentials are
 * masked, because it is not the real one.
 */
public record DefinitionCheck(RunSpec.RunValidator runners, PoolService pools)
    implements RunSpec.RunValidator {

  @Override
  public List<FieldError> check(RunSpec run, String field) {
    List<FieldError> errors = new ArrayList<>(runners.check(run, field));
    errors.addAll(RunCredentials.masked(run, field));
    return errors;
  }

  @Override
  public @Nullable String refusePool(String pool) {
    return pools.names().contains(pool)
        ? null
        : "there is no such pool; the pools are " + String.join(", ", pools.names());
  }
}
