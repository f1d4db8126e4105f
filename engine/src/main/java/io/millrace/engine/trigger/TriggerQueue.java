package io.millrace.engine.trigger;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Triggers, ordered by when their next fire is due. */
final class TriggerQueue {
  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::due).thenComparing(Entry::id);

  private record Entry(Instant due, TriggerId id) {}

  private final TreeSet<Entry> entries = new TreeSet<>(ORDER);
  private final Map<TriggerId, Entry> byId = new HashMap<>();

  /** Sets when the trigger is due, and replaces an earlier time. */
  void put(TriggerId id, Instant due) {
    remove(id);
    Entry entry = new Entry(due, id);
    byId.put(id, entry);
    entries.add(entry);
  }

  void remove(TriggerId id) {
    Entry entry = byId.remove(id);
    if (entry != null) {
      entries.remove(entry);
    }
  }

  /** Returns when the first trigger is due. */
  Optional<Instant> firstDue() {
    return entries.isEmpty() ? Optional.empty() : Optional.of(entries.first().due());
  }

  /** Removes and returns the first trigger, if it is due. */
  Optional<TriggerId> poll(Instant now) {
    if (entries.isEmpty() || entries.first().due().isAfter(now)) {
      return Optional.empty();
    }
    TriggerId id = entries.pollFirst().id();
    byId.remove(id);
    return Optional.of(id);
  }

  int size() {
    return entries.size();
  }
}
