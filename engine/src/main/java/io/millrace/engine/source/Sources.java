package io.millrace.engine.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.task.RunSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All collections of one sources document. Immutable: a reload creates a new instance. */
public record Sources(Map<CollectionId, SourceCollection> byId) {
  public static final Sources NONE = new Sources(Map.of());

  public Sources {
    byId = Collections.unmodifiableMap(new LinkedHashMap<>(byId));
  }

  /**
   * Reads a YAML document: {@code sources: {id: {project, collections: [{name, schedule, run,
   * timeout, system, pool}]}}}.
   *
   * @param check validates each run
   * @throws io.millrace.engine.input.InvalidInputException with every error in the document
   */
  public static Sources parse(String yaml, RunSpec.RunValidator check) {
    return new SourcesReader(check).read(yaml);
  }

  /** The same for a document that was read before. */
  public static Sources read(JsonNode document, RunSpec.RunValidator check) {
    return new SourcesReader(check).read(document);
  }

  public Optional<SourceCollection> find(CollectionId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Empty if a text is not a valid name, too. */
  public Optional<SourceCollection> find(String source, String collection) {
    return CollectionId.isName(source) && CollectionId.isName(collection)
        ? find(new CollectionId(source, collection))
        : Optional.empty();
  }

  public boolean hasSource(String name) {
    return byId.keySet().stream().anyMatch(id -> id.source().equals(name));
  }

  /** All collections, in the order of the document. */
  public List<SourceCollection> collections() {
    return List.copyOf(byId.values());
  }

  /** Warnings for the author about credentials in the document. */
  public List<CredentialWarning> warnings() {
    CredentialAdvice advice = new CredentialAdvice();
    Map<String, Integer> places = new HashMap<>();
    for (SourceCollection collection : byId.values()) {
      String source = collection.source();
      int place = places.merge(source, 1, Integer::sum) - 1;
      String field = "sources.%s.collections[%d].run".formatted(source, place);
      collection.work().addCredentialAdvice(advice, field, source, collection.name());
    }
    return advice.warnings();
  }
}
