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

/** The changes to store next, collected while others are being stored. */
final class PendingChanges {
  /** The maximum number of triggers in one transaction. */
  private static final int MAX_TRIGGERS = 5_000;

  /** The changes of one trigger. */
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

  /** The changes of one transaction, and the triggers that they belong to. */
  record ChangeBatch(TriggerChanges changes, List<PendingTrigger> parts) {}

  private final Map<LiveTrigger, PendingTrigger> parts = new LinkedHashMap<>();
  private final Set<TriggerId> removed = new LinkedHashSet<>();
  private final Set<Long> removedJobs = new LinkedHashSet<>();
  private int catchUpDecisions;
  private boolean isUrgent;

  /** Returns the changes of a trigger, to add to. The progress of the trigger is always stored. */
  PendingTrigger changesOf(LiveTrigger trigger) {
    return parts.computeIfAbsent(trigger, PendingTrigger::new);
  }

  /** As {@link #changesOf}, but somebody waits until they are stored. */
  PendingTrigger urgentChangesOf(LiveTrigger trigger) {
    isUrgent = true;
    return changesOf(trigger);
  }

  /** A catch-up decision was made. The trigger continues when it is stored. */
  PendingTrigger catchUpDecided(LiveTrigger trigger) {
    PendingTrigger part = urgentChangesOf(trigger);
    part.catchUpDecided = true;
    catchUpDecisions++;
    return part;
  }

  /** Whether somebody waits for the changes. Otherwise they can wait, to form a larger batch. */
  boolean isUrgent() {
    return isUrgent;
  }

  boolean hasCatchUpDecisions() {
    return catchUpDecisions > 0;
  }

  /** Drops the changes of a trigger. */
  void forget(LiveTrigger trigger) {
    PendingTrigger part = parts.remove(trigger);
    catchUpDecisions -= part != null && part.catchUpDecided ? 1 : 0;
  }

  /** The job no longer has this trigger. */
  void remove(TriggerId trigger) {
    removed.add(trigger);
  }

  void removeJob(long job) {
    removedJobs.add(job);
  }

  boolean isEmpty() {
    return parts.isEmpty() && removed.isEmpty() && removedJobs.isEmpty();
  }

  /** Takes a batch of changes, with the progress of its triggers as it is now. */
  ChangeBatch take() {
    List<PendingTrigger> taken = new ArrayList<>();
    Iterator<PendingTrigger> all = parts.values().iterator();
    while (all.hasNext() && taken.size() < MAX_TRIGGERS) {
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
