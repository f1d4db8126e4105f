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
 * All triggers in force, and the work to do next: fires, catch-up decisions, catch-up fires and
 * changes to store. It does none of that work itself and reads no clock. Each piece of work comes
 * back as done or as failed, or never; only stored state survives.
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
  private final CatchUpDecisionQueue undecided = new CatchUpDecisionQueue();
  private final Backlog backlog = new Backlog();
  private final FiresInFlight inFlight;
  private final PendingChanges pending = new PendingChanges();

  /**
   * @param stored the state of triggers that have fired before
   * @param random for the random catch-up order
   */
  TriggerBook(TriggerSettings settings, List<StoredTrigger> stored, SplittableRandom random) {
    this.settings = settings;
    this.random = random;
    this.inFlight = new FiresInFlight(settings);
    stored.forEach(trigger -> unclaimed.put(trigger.id(), trigger));
  }

  /** Takes over a job. Triggers that it no longer has are removed at once. */
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

  /**
   * Call this when all jobs are known: a trigger without a job was removed while nobody watched.
   */
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

  /**
   * Puts a trigger where it belongs: to decide, in the queue, or nowhere if it is paused or over.
   */
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

  /** Whether every trigger that was edited up to that version of the jobs has its decision. */
  boolean isInForce(long version) {
    return undecided.isInForce(version);
  }

  /** Returns when the next trigger is due. */
  Optional<Instant> nextDue() {
    return queue.firstDue();
  }

  /** Returns the fires to send again. */
  List<SentFire> takeResends(Instant now) {
    return inFlight.takeResends(now, this::dropped);
  }

  /** Returns the due fires, as far as there is room. */
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

  /** A fire that has failed for long is caught up later, so that it does not block the others. */
  private void dropped(Fire fire) {
    LiveTrigger trigger = fire.of();
    if (fire.isCatchUp()) {
      backlog.notFired(trigger, fire.isWanted());
    } else if (fire.isWanted()) {
      trigger.fallBehind();
      reschedule(trigger);
    }
  }

  /** The fire has arrived everywhere. Returns it, if that was not known before. */
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

  /**
   * Returns the catch-up decisions to make now, outside of the actor. Edited triggers come first.
   */
  List<CatchUpDecisionContext> takeCatchUpDecisions(Instant now) {
    if (pending.hasCatchUpDecisions()) {
      return List.of(); // memory must not hold all fires to catch up at once
    }
    return undecided.take(
        trigger -> trigger.startCatchUpDecision(settings, random.nextLong(), now));
  }

  /** These come first the next time. */
  void retryCatchUpDecisions(List<CatchUpDecisionContext> contexts) {
    undecided.retry(contexts);
  }

  /** Applies a decision. The trigger continues when it is stored. */
  void applyCatchUpDecision(CatchUpDecision decision, Instant now) {
    LiveTrigger trigger = decision.of();
    if (trigger.isRemoved()) {
      return;
    }
    boolean isNew = trigger.progress().until() == null;
    trigger.applyCatchUpDecision(decision.progress());
    if (!decision.isNews()) {
      trigger.endCatchUpDecision();
      reschedule(trigger);
      return;
    }
    PendingTrigger part = pending.catchUpDecided(trigger);
    for (CatchUpPlace place : decision.places()) {
      part.waiting.add(new WaitingFireRow(trigger.id(), place.time(), place.place()));
    }
    for (MissedFires missed : decision.missed()) {
      part.missed.add(MissedFiresNotice.of(trigger, missed, isNew, now));
    }
  }

  /**
   * Queues fires that a person asked for, like fires to catch up.
   *
   * @param range missed fires in this range count as made good
   * @param then runs when the fires are stored
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

  /** Returns how many more catch-up fires may be sent: none while due fires have to wait. */
  int catchUpRoom() {
    boolean full = inFlight.fires() >= settings.maxFires();
    return full ? 0 : settings.maxCatchUpFires() - inFlight.catchUpFires();
  }

  /** Returns the triggers whose page is read next. */
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

  /** Returns the next catch-up fire of each page, as far as there is room. */
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

  /** Whether somebody waits until the changes are stored. */
  boolean isUrgent() {
    return pending.isUrgent();
  }

  /** Returns the changes to store next; empty if there are none. */
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

  /** Returns how many fires are still to be caught up. */
  long waiting() {
    return backlog.waiting();
  }

  int size() {
    return jobs.values().stream().mapToInt(Map::size).sum();
  }
}
