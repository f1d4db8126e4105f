package io.millrace.engine.source;

import java.util.Optional;

/** Finds the definition of a collection: of a source, or of a site for its user-sites. */
@FunctionalInterface
public interface CollectionDefinitions {
  Optional<SourceCollection> find(CollectionId id);
}
