package io.millrace.engine.source;

import java.util.Optional;

/** The sources in force on this node; replaced as a whole. */
public final class SourceRegistry implements CollectionDefinitions {
  private volatile Sources current = Sources.NONE;

  public Sources current() {
    return current;
  }

  @Override
  public Optional<SourceCollection> find(CollectionId id) {
    return current().find(id);
  }

  public void replace(Sources sources) {
    current = sources;
  }
}
