package io.millrace.engine.source;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The sources in force on this node; replaced as a whole. */
public final class SourceRegistry implements CollectionDefinitions {
  private final AtomicReference<Sources> current = new AtomicReference<>(Sources.NONE);

  public Sources current() {
    return current.get();
  }

  @Override
  public Optional<SourceCollection> find(CollectionId id) {
    return current().find(id);
  }

  public void replace(Sources sources) {
    current.set(sources);
  }
}
