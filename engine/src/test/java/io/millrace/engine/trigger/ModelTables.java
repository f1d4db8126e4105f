package io.millrace.engine.trigger;

import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import io.millrace.engine.trigger.TriggerChanges.CaughtUpFireRow;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import io.millrace.engine.trigger.TriggerChanges.ProgressRow;
import io.millrace.engine.trigger.TriggerChanges.WaitingFireRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables of the triggers in memory: the state that survives a crash. */
final class ModelTables {
  final Map<TriggerId, TriggerProgress> rows = new TreeMap<>();
  final Map<TriggerId, Map<Instant, Long>> waiting = new HashMap<>();
  final Map<TriggerId, List<MissedFires>> missed = new HashMap<>();

  void store(TriggerChanges changes) {
    changes.removed().forEach(this::remove);
    for (long job : changes.removedJobs()) {
      rows.keySet().stream().filter(id -> id.job() == job).toList().forEach(this::remove);
    }
    for (ProgressRow row : changes.rows()) {
      rows.put(row.id(), row.progress());
    }
    for (WaitingFireRow row : changes.waiting()) {
      waiting.computeIfAbsent(row.id(), id -> new HashMap<>()).putIfAbsent(row.time(), row.place());
    }
    for (CaughtUpFireRow row : changes.caughtUp()) {
      waiting.getOrDefault(row.id(), new HashMap<>()).remove(row.time());
    }
    for (MissedFiresRow row : changes.missed()) {
      List<MissedFires> known = missed.computeIfAbsent(row.id(), id -> new ArrayList<>());
      if (known.stream().noneMatch(other -> other.first().equals(row.missed().first()))) {
        known.add(row.missed());
      }
    }
  }

  private void remove(TriggerId id) {
    rows.remove(id);
    waiting.remove(id);
    missed.remove(id);
  }

  List<StoredTrigger> load() {
    return rows.entrySet().stream()
        .map(
            row ->
                new StoredTrigger(
                    row.getKey(),
                    row.getValue(),
                    waiting.getOrDefault(row.getKey(), Map.of()).size()))
        .toList();
  }

  List<Instant> page(TriggerId id, int limit) {
    return waiting.getOrDefault(id, Map.of()).entrySet().stream()
        .sorted(Comparator.comparingLong(Map.Entry::getValue))
        .limit(limit)
        .map(Map.Entry::getKey)
        .toList();
  }
}
