package io.millrace.engine.job;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map. A slightly different copy is cheap, however large the map is: the changes form
 * a layer on top of entries that both copies share.
 */
final class LayeredMap<K, V> {
  private static final int MAX_TOP_SIZE = 1_000;

  private final Map<K, V> below;
  private final Map<K, Optional<V>> top;

  private LayeredMap(Map<K, V> below, Map<K, Optional<V>> top) {
    this.below = below;
    this.top = top;
  }

  static <K, V> LayeredMap<K, V> empty() {
    return new LayeredMap<>(Map.of(), Map.of());
  }

  /** Returns absent if there is none. */
  @Nullable V get(K key) {
    Optional<V> changed = top.get(key);
    return changed == null ? below.get(key) : changed.orElse(null);
  }

  Stream<V> values() {
    return Stream.concat(
        below.entrySet().stream()
            .filter(entry -> !top.containsKey(entry.getKey()))
            .map(Map.Entry::getValue),
        top.values().stream().flatMap(Optional::stream));
  }

  /**
   * @param changes an empty value removes the entry
   */
  LayeredMap<K, V> with(Map<K, Optional<V>> changes) {
    if (changes.isEmpty()) {
      return this;
    }
    if (top.size() + changes.size() <= MAX_TOP_SIZE) {
      Map<K, Optional<V>> all = new HashMap<>(top);
      all.putAll(changes);
      return new LayeredMap<>(below, all);
    }
    Map<K, V> all = new HashMap<>(below);
    put(all, top);
    put(all, changes);
    return new LayeredMap<>(all, Map.of());
  }

  private static <K, V> void put(Map<K, V> all, Map<K, Optional<V>> changes) {
    changes.forEach(
        (key, value) -> {
          if (value.isPresent()) {
            all.put(key, value.get());
          } else {
            all.remove(key);
          }
        });
  }
}
