package io.millrace.engine.trigger;

import io.millrace.engine.trigger.TriggerChanges.CaughtUpFireRow;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import io.millrace.engine.trigger.TriggerChanges.ProgressRow;
import io.millrace.engine.trigger.TriggerChanges.WaitingFireRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be stored next, gathered while something else is being stored. */
final class PendingChanges {
  /** Triggers that go into one transaction. */
  private static final int MOST = 5_000;

  /** What is new of one trigger. */
  static final class PendingTrigger {
    final LiveTrigger of;
    final List<WaitingFireRow> waiting = new ArrayList<>();
    final List<CaughtUpFireRow> caughtUp = new ArrayList<>();
    final List<MissedFiresRow> missed = new ArrayList<>();
    final List<MadeGoodRow> madeGood = new ArrayList<>();
    final List<Runnable> then = new ArrayList<>();
    boolean catchUpDecided;
    boolean pageOver;

    private PendingTrigger(LiveTrigger of) {
      this.of = of;
    }
  }

  /** What is stored, and whom it is of. */
  record ChangeBatch(TriggerChanges changes, List<PendingTrigger> parts) {}

  private final Map<LiveTrigger, PendingTrigger> parts = new LinkedHashMap<>();
  private final Set<TriggerId> removed = new LinkedHashSet<>();
  private final Set<Long> removedJobs = new LinkedHashSet<>();
  private int catchUpDecisions;
  private boolean isUrgent;

  /** How far it has fired is to be stored, and whatever is added here. */
  PendingTrigger changesOf(LiveTrigger trigger) {
    return parts.computeIfAbsent(trigger, PendingTrigger::new);
  }

  /** As {@link #changesOf}, and somebody waits for it. */
  PendingTrigger urgentChangesOf(LiveTrigger trigger) {
    isUrgent = true;
    return changesOf(trigger);
  }

  /** It was settled: it goes on when that is stored. */
  PendingTrigger catchUpDecided(LiveTrigger trigger) {
    PendingTrigger part = urgentChangesOf(trigger);
    part.catchUpDecided = true;
    catchUpDecisions++;
    return part;
  }

  /** Whether somebody waits for it; else it may wait itself, for there may soon be more. */
  boolean isUrgent() {
    return isUrgent;
  }

  boolean hasCatchUpDecisions() {
    return catchUpDecisions > 0;
  }

  /** Nothing more is to be stored of it. */
  void forget(LiveTrigger trigger) {
    PendingTrigger part = parts.remove(trigger);
    catchUpDecisions -= part != null && part.catchUpDecided ? 1 : 0;
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
  ChangeBatch take() {
    List<PendingTrigger> taken = new ArrayList<>();
    Iterator<PendingTrigger> all = parts.values().iterator();
    while (all.hasNext() && taken.size() < MOST) {
      PendingTrigger next = all.next();
      all.remove();
      taken.add(next);
      catchUpDecisions -= next.catchUpDecided ? 1 : 0;
    }
    TriggerChanges changes =
        new TriggerChanges(
            List.copyOf(removed),
            List.copyOf(removedJobs),
            taken.stream().map(part -> new ProgressRow(part.of.id(), part.of.progress())).toList(),
            taken.stream().flatMap(part -> part.waiting.stream()).toList(),
            taken.stream().flatMap(part -> part.caughtUp.stream()).toList(),
            taken.stream().flatMap(part -> part.missed.stream()).toList(),
            taken.stream().flatMap(part -> part.madeGood.stream()).toList());
    removed.clear();
    removedJobs.clear();
    isUrgent = catchUpDecisions > 0;
    return new ChangeBatch(changes, taken);
  }
}
