package io.millrace.engine.source;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.RunReader;
import java.util.List;
import java.util.Optional;

/** Reads what a refresh does from the mapping of a collection or a site. */
public final class WorkReader {
  public static final List<String> FIELDS = List.of("run", "system", "pool", "priority");

  private WorkReader() {}

  /** The work; what is refused is noted, and is then as it is by default. */
  public static Work read(InputNode node, Run.Check check) {
    Optional<Priority> priority =
        node.optional("priority").flatMap(field -> field.text(Priority::parse));
    return read(node, check, priority.orElse(Priority.HIGH));
  }

  /** The same where the priority is not read from the document, or in other words. */
  public static Work read(InputNode node, Run.Check check, Priority priority) {
    Optional<Run> run = node.optional("run").flatMap(field -> RunReader.read(field, check));
    Optional<String> system = label(node, "system");
    Optional<String> pool = label(node, "pool");
    pool.map(check::refusePool).ifPresent(node.child("pool")::refuse);
    return new Work(
        run.orElse(Run.NOOP),
        system.orElse(Work.DEFAULT_SYSTEM),
        pool.orElse(Work.DEFAULT_POOL),
        priority);
  }

  private static Optional<String> label(InputNode node, String name) {
    return node.optional(name)
        .flatMap(field -> field.text(text -> Collection.checkLabel(name, text)));
  }
}
