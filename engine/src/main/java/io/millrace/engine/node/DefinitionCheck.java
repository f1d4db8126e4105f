package io.millrace.engine.node;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Run;
import java.util.List;

/** What the runners and the pools have to say about a definition. */
record DefinitionCheck(Run.Check runners, Pools pools) implements Run.Check {

  @Override
  public List<FieldError> check(Run run, String field) {
    return runners.check(run, field);
  }

  @Override
  public String refusePool(String pool) {
    return pools.names().contains(pool)
        ? null
        : "there is no such pool: there are " + String.join(", ", pools.names());
  }
}
