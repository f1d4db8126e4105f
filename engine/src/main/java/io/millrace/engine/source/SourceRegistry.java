package io.millrace.engine.source;

import java.util.concurrent.atomic.AtomicReference;

/** The sources in force on this node; replaced as a whole. */
public final class SourceRegistry {
  private final AtomicReference<Sources> current = new AtomicReference<>(Sources.NONE);

  public Sources current() {
    return current.get();
  }

  public void replace(Sources sources) {
    current.set(sources);
  }
}
