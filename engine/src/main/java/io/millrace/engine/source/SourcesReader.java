package io.millrace.engine.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.PolicyReader;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads sources from YAML and collects all errors. */
final class SourcesReader {
  private static final Set<String> FIELDS =
      Stream.of(List.of("name", FreshPromiseReader.FIELD), PolicyReader.FIELDS, WorkReader.FIELDS)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  private final RunSpec.RunValidator check;
  private final FieldErrors errors;
  private final Map<CollectionId, SourceCollection> byId = new LinkedHashMap<>();

  /** What most collections have in common with the one before, they share with it. */
  private Policy lastPolicy = Policy.DEFAULT;

  private SourceCollection.Work lastWork = SourceCollection.Work.NOOP;

  SourcesReader(RunSpec.RunValidator check) {
    this.check = check;
    this.errors =
        check == RunSpec.RunValidator.ACCEPTED ? FieldErrors.ofStored() : new FieldErrors();
  }

  Sources read(String yaml) {
    return read(YamlDocument.root(yaml, errors));
  }

  Sources read(JsonNode document) {
    return read(InputNode.yamlRoot(document, errors));
  }

  private Sources read(InputNode document) {
    if (!document.isEmpty() && document.isMappingOf("sources")) {
      InputNode sources = document.child("sources");
      if (!sources.isEmpty()) {
        sources.eachField(this::source);
      }
    }
    errors.throwIfAny();
    return new Sources(byId);
  }

  /** How many collections it holds. */
  int kept() {
    return byId.size();
  }

  private void source(String source, InputNode node) {
    if (!CollectionId.isName(source)) {
      errors.add(node.path(), source, CollectionId.NAME_RULE);
    }
    if (source.equals(Task.EXTERNAL)) {
      errors.add(node.path(), source, CollectionId.EXTERNAL_RULE);
    }
    if (node.isMappingOf(WorkReader.PROJECT, "collections")) {
      String project = WorkReader.project(node);
      Set<String> taken = new HashSet<>();
      node.required("collections")
          .ifPresent(list -> list.eachItem(item -> collection(source, project, item, taken)));
    }
  }

  /** Reads every field of a collection. */
  private void collection(
      String source, @Nullable String project, InputNode node, Set<String> taken) {
    if (!node.isMappingOf(FIELDS)) {
      return;
    }
    Optional<String> name = node.required("name").flatMap(field -> name(field, taken));
    Policy policy = PolicyReader.read(node);
    SourceCollection.Work work = WorkReader.read(node, check, project);
    FreshPromise fresh = FreshPromiseReader.read(node);
    if (!errors.isEmpty()) {
      byId.clear(); // the document is refused: only its other errors are still wanted
    } else if (name.isPresent() && CollectionId.isName(source)) {
      CollectionId id = new CollectionId(source, name.get());
      lastPolicy = policy.equals(lastPolicy) ? lastPolicy : policy;
      lastWork = work.equals(lastWork) ? lastWork : work;
      byId.put(id, new SourceCollection(id, lastPolicy, lastWork, fresh));
    }
  }

  private static Optional<String> name(InputNode node, Set<String> taken) {
    Optional<String> name = node.text(text -> CollectionId.checkName("name", text));
    if (name.isPresent() && !taken.add(name.get())) {
      node.refuse("is the name of another collection of this source");
    }
    return name;
  }
}
