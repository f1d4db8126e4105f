package io.millrace.http.jobs;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.http.endpoint.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * The fires of a trigger in a range are wanted.
 *
 * @param dryRun whether it is only asked how many there are
 */
record FireRequest(Instant first, Instant last, boolean dryRun) {

  /** {@code {"first", "last", "dry_run"}}. */
  static FireRequest read(String body) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body), errors);
    node.isMappingOf("first", "last", "dry_run");
    Optional<Instant> first = JobTokenRequestReader.time(node, "first");
    Optional<Instant> last = JobTokenRequestReader.time(node, "last");
    JobTokenRequestReader.checkOrder(node, first, last);
    boolean dryRun = JobTokenRequestReader.flag(node, "dry_run", true);
    errors.throwIfAny();
    return new FireRequest(first.orElseThrow(), last.orElseThrow(), dryRun);
  }
}
