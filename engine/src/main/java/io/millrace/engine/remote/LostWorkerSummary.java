package io.millrace.engine.remote;

import io.millrace.engine.flow.LostWorker;
import io.millrace.engine.task.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A worker that was lost, as all its pools together saw it.
 *
 * @param ran what it ran, and what became of it
 */
public record LostWorkerSummary(String id, Instant at, SortedSet<String> pools, List<Task> ran) {
  /** How many of its tasks are listed. */
  static final int MOST_TASKS = 100;

  /** In the order of their ids. */
  static List<LostWorkerSummary> merge(List<LostWorker> all, List<Task> tasks) {
    Map<UUID, Task> byUid = new HashMap<>();
    tasks.forEach(task -> byUid.put(task.id().attemptUid(), task));
    Map<String, List<LostWorker>> byWorker = new TreeMap<>();
    all.forEach(lost -> byWorker.computeIfAbsent(lost.worker(), id -> new ArrayList<>()).add(lost));
    return byWorker.values().stream().map(lost -> merged(lost, byUid)).toList();
  }

  private static LostWorkerSummary merged(List<LostWorker> inPools, Map<UUID, Task> tasks) {
    SortedSet<String> pools = new TreeSet<>();
    List<Task> ran = new ArrayList<>();
    Instant at = inPools.get(0).at();
    for (LostWorker lost : inPools) {
      pools.add(lost.pool());
      at = lost.at().isAfter(at) ? lost.at() : at;
      lost.attempts().stream().map(tasks::get).filter(task -> task != null).forEach(ran::add);
    }
    ran.sort(Comparator.comparing(task -> task.times().createdAt()));
    return new LostWorkerSummary(
        inPools.get(0).worker(), at, pools, ran.stream().limit(MOST_TASKS).toList());
  }
}
