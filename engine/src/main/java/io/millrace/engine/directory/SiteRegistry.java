package io.millrace.engine.directory;

import java.util.Map;
import java.util.Optional;

/** The sites that this node knows. They are replaced as a whole. */
public final class SiteRegistry {
  private volatile Map<String, Site> current = Map.of();

  public Optional<Site> find(String id) {
    return Optional.ofNullable(current.get(id));
  }

  public Map<String, Site> all() {
    return current;
  }

  public void replace(Map<String, Site> sites) {
    current = Map.copyOf(sites);
  }
}
