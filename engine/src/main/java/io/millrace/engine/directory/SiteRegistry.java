package io.millrace.engine.directory;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The sites that this node knows. They are replaced as a whole. */
public final class SiteRegistry {
  private final AtomicReference<Map<String, Site>> current = new AtomicReference<>(Map.of());

  public Optional<Site> find(String id) {
    return Optional.ofNullable(current.get().get(id));
  }

  public Map<String, Site> all() {
    return current.get();
  }

  public void replace(Map<String, Site> sites) {
    current.set(Map.copyOf(sites));
  }
}
