package io.millrace.engine.source;

import java.util.Optional;

/** What is refreshed, and how: the collections of the sources, and the user-sites of the sites. */
@FunctionalInterface
public interface CollectionDefinitions {
  Optional<SourceCollection> find(CollectionId id);
}
