package io.millrace.engine.trigger;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpDecision;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpPlace;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.PendingChanges.PendingTrigger;
import io.millrace.engine.trigger.TriggerChanges.CaughtUpFireRow;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerChanges.WaitingFireRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * All triggers in force and what is to be done next: what fires, what is settled, caught up and
 * stored. It does nothing of that itself and reads no clock. What it hands out comes back as done,
 * as failed, or not at all; only what is stored survives it.
 */
final class TriggerBook {

  /**
   * A trigger as it is stored.
   *
   * @param waiting how many of its fires are to be caught up
   */
  record StoredTrigger(TriggerId id, TriggerProgress progress, long waiting) {}

  private final TriggerSettings settings;
  private final SplittableRandom random;
  private final Map<Long, Map<String, LiveTrigger>> jobs = new HashMap<>();
  private final Map<TriggerId, StoredTrigger> unclaimed = new HashMap<>();
  private final TriggerQueue queue = new TriggerQueue();
  private final UndecidedTriggers undecided = new UndecidedTriggers();
  private final Backlog backlog = new Backlog();
  private final FiresInFlight inFlight;
  private final PendingChanges pending = new PendingChanges();

  /**
   * @param stored what is known of triggers that have fired before
   * @param random for the order of those that are caught up in any
   */
  TriggerBook(TriggerSettings settings, List<StoredTrigger> stored, SplittableRandom random) {
    this.settings = settings;
    this.random = random;
    this.inFlight = new FiresInFlight(settings);
    stored.forEach(trigger -> unclaimed.put(trigger.id(), trigger));
  }

  /** A job as it is from now on: what it does not name any more is gone at once. */
  void put(Job job) {
    Map<String, LiveTrigger> known = jobs.computeIfAbsent(job.number(), n -> new HashMap<>(2));
    Iterator<LiveTrigger> all = known.values().iterator();
    while (all.hasNext()) {
      LiveTrigger trigger = all.next();
      if (job.trigger(trigger.id().name()).isEmpty()) {
        all.remove();
        forget(trigger);
        pending.remove(trigger.id());
      }
    }
    for (Trigger trigger : job.triggers()) {
      LiveTrigger live = known.get(trigger.name());
      if (live == null) {
        live = createLiveTrigger(job, trigger);
        known.put(trigger.name(), live);
      } else {
        live.define(job, trigger);
      }
      reschedule(live);
    }
  }

  private LiveTrigger createLiveTrigger(Job job, Trigger trigger) {
    StoredTrigger stored = unclaimed.remove(new TriggerId(job.number(), trigger.name()));
    LiveTrigger live = new LiveTrigger(job, trigger, stored == null ? null : stored.progress());
    if (stored != null) {
      backlog.add(live, stored.waiting());
    }
    return live;
  }

  void remove(long job) {
    Map<String, LiveTrigger> known = jobs.remove(job);
    if (known != null) {
      known.values().forEach(this::forget);
      pending.removeJob(job);
    }
  }

  /** Once all jobs are here: what nobody has claimed was removed while nobody was looking. */
  void removeUnclaimed() {
    for (TriggerId id : unclaimed.keySet()) {
      if (jobs.containsKey(id.job())) {
        pending.remove(id);
      } else {
        pending.removeJob(id.job());
      }
    }
    unclaimed.clear();
  }

  private void forget(LiveTrigger trigger) {
    trigger.remove();
    queue.remove(trigger.id());
    undecided.remove(trigger);
    backlog.remove(trigger);
    pending.forget(trigger);
  }

  Optional<LiveTrigger> find(TriggerId id) {
    return Optional.ofNullable(jobs.getOrDefault(id.job(), Map.of()).get(id.name()));
  }

  /** Puts it where it belongs: to be settled, in the queue, or nowhere if it is paused or over. */
  private void reschedule(LiveTrigger trigger) {
    queue.remove(trigger.id());
    undecided.remove(trigger);
    if (trigger.isEdited()) {
      undecided.addEdited(trigger);
    } else if (trigger.adoptEquivalentTiming()) {
      pending.changesOf(trigger);
    }
    if (!trigger.isActive() || trigger.isDecidingCatchUp()) {
      return;
    }
    if (trigger.needsCatchUpDecision()) {
      undecided.add(trigger);
    } else {
      trigger.nextDue().ifPresent(due -> queue.put(trigger.id(), due));
    }
    backlog.offer(trigger);
  }

  /** Whether nothing that was edited up to that version of the jobs is still to be settled. */
  boolean isInForce(long version) {
    return undecided.isInForce(version);
  }

  /** When the next trigger is due. */
  Optional<Instant> nextDue() {
    return queue.firstDue();
  }

  /** What was sent before and is to be sent again. */
  List<SentFire> takeResends(Instant now) {
    return inFlight.takeResends(now, this::dropped);
  }

  /** What is due, as far as there is room. */
  List<SentFire> takeDueFires(Instant now) {
    List<SentFire> attempts = new ArrayList<>();
    while (inFlight.fires() < settings.maxFires()) {
      Optional<LiveTrigger> next = queue.poll(now).flatMap(this::find);
      if (next.isEmpty()) {
        break;
      }
      LiveTrigger trigger = next.get();
      if (settings.isLate(trigger.nextDue().orElseThrow(), now)) {
        trigger.fallBehind();
      } else {
        attempts.add(inFlight.send(trigger.takeNextFire(), now));
      }
      reschedule(trigger);
    }
    return attempts;
  }

  /** What fails for long is caught up later, out of the way of the others. */
  private void dropped(Fire fire) {
    LiveTrigger trigger = fire.of();
    if (fire.isCatchUp()) {
      backlog.notFired(trigger, fire.isWanted());
    } else if (fire.isWanted()) {
      trigger.fallBehind();
      reschedule(trigger);
    }
  }

  /** All of it has arrived; the fire, if that is news. */
  Optional<Fire> acknowledge(SentFire attempt, Instant now) {
    Optional<Fire> done =
        inFlight.acknowledge(attempt.no()).filter(fire -> fire.of().acknowledge(fire, now));
    done.ifPresent(
        fire -> {
          PendingTrigger part = pending.changesOf(fire.of());
          if (fire.isCatchUp()) {
            part.caughtUp.add(new CaughtUpFireRow(fire.of().id(), fire.time()));
            backlog.fired(fire.of());
          }
        });
    return done;
  }

  void failed(SentFire attempt, Instant now) {
    inFlight.failed(attempt, now);
  }

  /** What is to be settled now, where it may take its time; what was edited comes first. */
  List<CatchUpDecisionContext> takeCatchUpDecisions(Instant now) {
    if (pending.hasCatchUpDecisions()) {
      return List.of(); // all that is to be caught up must not be held in memory at once
    }
    return undecided.take(
        trigger -> trigger.startCatchUpDecision(settings, random.nextLong(), now));
  }

  /** These come first the next time. */
  void retryCatchUpDecisions(List<CatchUpDecisionContext> settlings) {
    undecided.retry(settlings);
  }

  /** It goes on when all of this is stored. */
  void applyCatchUpDecision(CatchUpDecision settled, Instant now) {
    LiveTrigger trigger = settled.of();
    if (trigger.isRemoved()) {
      return;
    }
    boolean isNew = trigger.progress().until() == null;
    trigger.applyCatchUpDecision(settled.progress());
    if (!settled.isNews()) {
      trigger.endCatchUpDecision();
      reschedule(trigger);
      return;
    }
    PendingTrigger part = pending.catchUpDecided(trigger);
    for (CatchUpPlace place : settled.places()) {
      part.waiting.add(new WaitingFireRow(trigger.id(), place.time(), place.place()));
    }
    for (MissedFires missed : settled.missed()) {
      part.missed.add(MissedFiresNotice.of(trigger, missed, isNew, now));
    }
  }

  /**
   * Fires these by hand, as if they were caught up.
   *
   * @param range in which nothing is missed any more
   * @param then is run when they are stored
   */
  void fireByHand(LiveTrigger trigger, List<Instant> times, MadeGoodRow range, Runnable then) {
    PendingTrigger part = pending.urgentChangesOf(trigger);
    long seed = random.nextLong();
    for (Instant time : times) {
      long place = CatchUpSelection.place(time, trigger.trigger().catchUp(), seed);
      part.waiting.add(new WaitingFireRow(trigger.id(), time, place));
    }
    part.madeGood.add(range);
    part.then.add(then);
  }

  /** How many more may be caught up now: none while fires that are due have to wait. */
  int catchUpRoom() {
    boolean full = inFlight.fires() >= settings.maxFires();
    return full ? 0 : settings.maxCatchUpFires() - inFlight.catchUpFires();
  }

  /** Whose page is read next. */
  List<LiveTrigger> nextPagesToRead(int most, Instant now) {
    return backlog.next(most, now);
  }

  /** A page was read. */
  void pageRead(LiveTrigger trigger, List<Instant> times, boolean isLast, Instant now) {
    if (trigger.isActive()) {
      backlog.pageRead(trigger, times, isLast);
    }
    if (!trigger.isActive() || times.isEmpty()) {
      backlog.pageOver(trigger, now);
    }
  }

  /** What is sent of the pages that were read: the next of each, as far as there is room. */
  List<SentFire> takeCatchUpFires(Instant now) {
    List<SentFire> attempts = new ArrayList<>();
    while (catchUpRoom() > 0) {
      LiveTrigger trigger = backlog.ready();
      if (trigger == null) {
        break;
      }
      backlog
          .take(trigger)
          .map(time -> inFlight.send(new Fire(trigger, time, TaskReason.CATCH_UP), now))
          .ifPresentOrElse(attempts::add, () -> pending.urgentChangesOf(trigger).pageOver = true);
    }
    return attempts;
  }

  /** The page could not be read. */
  void pageReadFailed(LiveTrigger trigger, Instant now) {
    backlog.pageReadFailed(trigger, now);
  }

  /** Whether somebody waits for what is to be stored. */
  boolean isUrgent() {
    return pending.isUrgent();
  }

  /** What is to be stored next; empty if there is nothing. */
  Optional<ChangeBatch> takeBatch() {
    return pending.isEmpty() ? Optional.empty() : Optional.of(pending.take());
  }

  void batchStored(ChangeBatch batch, Instant now) {
    for (PendingTrigger part : batch.parts()) {
      LiveTrigger trigger = part.of;
      if (!trigger.isRemoved()) {
        backlog.add(trigger, part.waiting.size());
        if (part.pageOver) {
          backlog.pageOver(trigger, now);
        }
        if (part.catchUpDecided) {
          trigger.endCatchUpDecision();
          reschedule(trigger);
        }
      }
      part.then.forEach(Runnable::run);
    }
  }

  /** How many fires are still to be caught up. */
  long waiting() {
    return backlog.waiting();
  }

  int size() {
    return jobs.values().stream().mapToInt(Map::size).sum();
  }
}
