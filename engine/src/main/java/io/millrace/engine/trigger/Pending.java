package io.millrace.engine.trigger;

import io.millrace.engine.trigger.Changes.CaughtUp;
import io.millrace.engine.trigger.Changes.MadeGood;
import io.millrace.engine.trigger.Changes.MissedFires;
import io.millrace.engine.trigger.Changes.Row;
import io.millrace.engine.trigger.Changes.Waiting;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be stored next, gathered while something else is being stored. */
final class Pending {
  /** Triggers that go into one transaction. */
  private static final int MOST = 5_000;

  /** What is new of one trigger. */
  static final class Part {
    final LiveTrigger of;
    final List<Waiting> waiting = new ArrayList<>();
    final List<CaughtUp> caughtUp = new ArrayList<>();
    final List<MissedFires> missed = new ArrayList<>();
    final List<MadeGood> madeGood = new ArrayList<>();
    final List<Runnable> then = new ArrayList<>();
    boolean settled;
    boolean pageOver;

    private Part(LiveTrigger of) {
      this.of = of;
    }
  }

  /** What is stored, and whom it is of. */
  record Batch(Changes changes, List<Part> parts) {}

  private final Map<LiveTrigger, Part> parts = new LinkedHashMap<>();
  private final Set<TriggerId> removed = new LinkedHashSet<>();
  private final Set<Long> removedJobs = new LinkedHashSet<>();
  private int settled;
  private boolean isUrgent;

  /** How far it has fired is to be stored, and whatever is added here. */
  Part of(LiveTrigger trigger) {
    return parts.computeIfAbsent(trigger, Part::new);
  }

  /** As {@link #of}, and somebody waits for it. */
  Part urgent(LiveTrigger trigger) {
    isUrgent = true;
    return of(trigger);
  }

  /** It was settled: it goes on when that is stored. */
  Part settled(LiveTrigger trigger) {
    Part part = urgent(trigger);
    part.settled = true;
    settled++;
    return part;
  }

  /** Whether somebody waits for it; else it may wait itself, for there may soon be more. */
  boolean isUrgent() {
    return isUrgent;
  }

  boolean hasSettled() {
    return settled > 0;
  }

  /** Nothing more is to be stored of it. */
  void forget(LiveTrigger trigger) {
    Part part = parts.remove(trigger);
    settled -= part != null && part.settled ? 1 : 0;
  }

  /** Its job does not have it any more. */
  void remove(TriggerId trigger) {
    removed.add(trigger);
  }

  void removeJob(long job) {
    removedJobs.add(job);
  }

  boolean isEmpty() {
    return parts.isEmpty() && removed.isEmpty() && removedJobs.isEmpty();
  }

  /** Takes what is there, as it is now. */
  Batch take() {
    List<Part> taken = new ArrayList<>();
    Iterator<Part> all = parts.values().iterator();
    while (all.hasNext() && taken.size() < MOST) {
      Part next = all.next();
      all.remove();
      taken.add(next);
      settled -= next.settled ? 1 : 0;
    }
    Changes changes =
        new Changes(
            List.copyOf(removed),
            List.copyOf(removedJobs),
            taken.stream().map(part -> new Row(part.of.id(), part.of.progress())).toList(),
            taken.stream().flatMap(part -> part.waiting.stream()).toList(),
            taken.stream().flatMap(part -> part.caughtUp.stream()).toList(),
            taken.stream().flatMap(part -> part.missed.stream()).toList(),
            taken.stream().flatMap(part -> part.madeGood.stream()).toList());
    removed.clear();
    removedJobs.clear();
    isUrgent = settled > 0;
    return new Batch(changes, taken);
  }
}
