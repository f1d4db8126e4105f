package io.millrace.engine.task;

import io.millrace.engine.input.InputNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads how a task runs from a document: a mapping with exactly one kind, such as {@code {http:
 * {url: …}}}. A list, as in {@code {process: [./extract.sh, -v]}}, is the runner's {@code argv}.
 */
public final class RunSpecReader {
  static final String ARGV = "argv";

  private RunSpecReader() {}

  /** The run; empty if it was refused. The error is noted. */
  public static Optional<RunSpec> read(InputNode node, RunSpec.RunValidator check) {
    Map<String, InputNode> kinds = node.isMapping() ? node.fields() : Map.of();
    if (kinds.size() != 1) {
      node.refuse("must be a mapping with exactly one kind, such as {noop: {}}");
      return Optional.empty();
    }
    Map.Entry<String, InputNode> kind = kinds.entrySet().iterator().next();
    RunSpec run = new RunSpec(kind.getKey(), config(kind.getValue()));
    node.refuseAll(check.check(run, node.path()));
    return Optional.of(run);
  }

  private static Map<String, Object> config(InputNode node) {
    if (node.isEmpty()) {
      return Map.of();
    }
    if (node.isList()) {
      return Map.of(ARGV, node.plain());
    }
    Map<String, Object> config = new TreeMap<>();
    node.fields().forEach((name, field) -> config.put(name, field.plain()));
    return config;
  }
}
