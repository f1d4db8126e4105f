package io.millrace.engine.source;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.schedule.Durations;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.schedule.ScheduleReader;
import io.millrace.engine.task.Run;
import io.millrace.engine.task.RunReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads sources from YAML and notes every error on the way. */
final class SourcesReader {
  private final Run.Check check;
  private final FieldErrors errors = new FieldErrors();
  private final Map<CollectionId, Collection> byId = new LinkedHashMap<>();

  SourcesReader(Run.Check check) {
    this.check = check;
  }

  Sources read(String yaml) {
    InputNode document = InputNode.root(YamlDocument.read(yaml, errors), errors);
    if (!document.isEmpty() && document.isMappingOf("sources")) {
      InputNode sources = document.child("sources");
      if (!sources.isEmpty()) {
        sources.fields().forEach(this::source);
      }
    }
    errors.throwIfAny();
    return new Sources(byId);
  }

  private void source(String source, InputNode node) {
    if (!CollectionId.isName(source)) {
      errors.add(node.path(), source, CollectionId.NAME_RULE);
    }
    if (node.isMappingOf("collections")) {
      Set<String> taken = new HashSet<>();
      node.required("collections").map(InputNode::items).orElse(List.of()).stream()
          .filter(item -> item.isMappingOf("name", "schedule", "run", "timeout", "system", "pool"))
          .forEach(item -> collection(source, item, taken));
    }
  }

  /** Every field of a collection, in one place. */
  private void collection(String source, InputNode node, Set<String> taken) {
    Optional<String> name = node.required("name").flatMap(field -> name(field, taken));
    Optional<Schedule> schedule = node.optional("schedule").flatMap(ScheduleReader::read);
    Optional<Run> run = node.optional("run").flatMap(field -> RunReader.read(field, check));
    Optional<Duration> timeout =
        node.optional("timeout").flatMap(field -> field.text(Durations::parsePositive));
    Optional<String> system = label(node, "system");
    Optional<String> pool = label(node, "pool");
    if (name.isPresent() && CollectionId.isName(source)) {
      CollectionId id = new CollectionId(source, name.get());
      byId.put(
          id,
          new Collection(
              id,
              schedule.orElse(null),
              run.orElse(Run.NOOP),
              timeout.orElse(Collection.DEFAULT_TIMEOUT),
              system.orElse(Collection.DEFAULT_SYSTEM),
              pool.orElse(Collection.DEFAULT_POOL)));
    }
  }

  private static Optional<String> name(InputNode node, Set<String> taken) {
    Optional<String> name = node.text(text -> CollectionId.checkName("name", text));
    if (name.isPresent() && !taken.add(name.get())) {
      node.refuse("is the name of another collection of this source");
    }
    return name;
  }

  private static Optional<String> label(InputNode node, String name) {
    return node.optional(name)
        .flatMap(field -> field.text(text -> Collection.checkLabel(name, text)));
  }
}
