package io.millrace.engine.source;

import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.task.Run;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every collection there is, at one moment; a reload makes a new one. */
public record Sources(Map<CollectionId, Collection> byId) {
  public static final Sources NONE = new Sources(Map.of());

  public Sources {
    byId = Collections.unmodifiableMap(new LinkedHashMap<>(byId));
  }

  /**
   * Reads a YAML document: {@code sources: {id: {project, collections: [{name, schedule, run,
   * timeout, system, pool}]}}}.
   *
   * @param check what the runners have to say about each run
   * @throws io.millrace.engine.input.InvalidInputException with every error in the document
   */
  public static Sources parse(String yaml, Run.Check check) {
    return new SourcesReader(check).read(yaml);
  }

  public Optional<Collection> find(CollectionId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** What is no name at all is not found either. */
  public Optional<Collection> find(String source, String collection) {
    return CollectionId.isName(source) && CollectionId.isName(collection)
        ? find(new CollectionId(source, collection))
        : Optional.empty();
  }

  public boolean hasSource(String name) {
    return byId.keySet().stream().anyMatch(id -> id.source().equals(name));
  }

  /** All of them, in the order of the document. */
  public List<Collection> collections() {
    return List.copyOf(byId.values());
  }

  /** What its author is told about the credentials in it. */
  public List<CredentialWarning> warnings() {
    CredentialAdvice advice = new CredentialAdvice();
    Map<String, Integer> places = new HashMap<>();
    for (Collection collection : byId.values()) {
      String source = collection.source();
      int place = places.merge(source, 1, Integer::sum) - 1;
      String field = "sources.%s.collections[%d].run".formatted(source, place);
      collection.work().advise(advice, field, source, collection.name());
    }
    return advice.warnings();
  }
}
