package io.millrace.engine.trigger;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.Reason;
import io.millrace.engine.trigger.Changes.CaughtUp;
import io.millrace.engine.trigger.Changes.MadeGood;
import io.millrace.engine.trigger.Changes.Waiting;
import io.millrace.engine.trigger.InFlight.Attempt;
import io.millrace.engine.trigger.Pending.Batch;
import io.millrace.engine.trigger.Pending.Part;
import io.millrace.engine.trigger.Settling.Place;
import io.millrace.engine.trigger.Settling.Settled;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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
  record Stored(TriggerId id, Progress progress, long waiting) {}

  /** Triggers that are settled at a time. */
  private static final int MOST_SETTLINGS = 1_000;

  private final TriggerSettings settings;
  private final SplittableRandom random;
  private final Map<Long, Map<String, LiveTrigger>> jobs = new HashMap<>();
  private final Map<TriggerId, Stored> unclaimed = new HashMap<>();
  private final TriggerQueue queue = new TriggerQueue();
  private final Set<LiveTrigger> toSettle = new LinkedHashSet<>();
  private final Deque<Settling> unsettled = new ArrayDeque<>();
  private final Set<LiveTrigger> edited = new LinkedHashSet<>();
  private final Backlog backlog = new Backlog();
  private final InFlight inFlight;
  private final Pending pending = new Pending();

  /**
   * @param stored what is known of triggers that have fired before
   * @param random for the order of those that are caught up in any
   */
  TriggerBook(TriggerSettings settings, List<Stored> stored, SplittableRandom random) {
    this.settings = settings;
    this.random = random;
    this.inFlight = new InFlight(settings);
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
        live = begin(job, trigger);
        known.put(trigger.name(), live);
      } else {
        live.define(job, trigger);
      }
      place(live);
    }
  }

  private LiveTrigger begin(Job job, Trigger trigger) {
    Stored stored = unclaimed.remove(new TriggerId(job.number(), trigger.name()));
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
    toSettle.remove(trigger);
    edited.remove(trigger);
    backlog.remove(trigger);
    pending.forget(trigger);
  }

  Optional<LiveTrigger> find(TriggerId id) {
    return Optional.ofNullable(jobs.getOrDefault(id.job(), Map.of()).get(id.name()));
  }

  /** Puts it where it belongs: to be settled, in the queue, or nowhere if it is paused or over. */
  private void place(LiveTrigger trigger) {
    queue.remove(trigger.id());
    toSettle.remove(trigger);
    edited.remove(trigger);
    if (trigger.isEdited()) {
      edited.add(trigger);
    } else if (trigger.renamesTiming()) {
      pending.of(trigger);
    }
    if (!trigger.isActive() || trigger.isSettling()) {
      return;
    }
    if (trigger.isToBeSettled()) {
      toSettle.add(trigger);
    } else {
      trigger.nextDue().ifPresent(due -> queue.put(trigger.id(), due));
    }
    backlog.offer(trigger);
  }

  /** Whether nothing that was edited up to that version of the jobs is still to be settled. */
  boolean isInForce(long version) {
    return edited.stream()
        .noneMatch(trigger -> trigger.isActive() && trigger.job().version() <= version);
  }

  /** When the next trigger is due. */
  Optional<Instant> nextDue() {
    return queue.firstDue();
  }

  /** What was sent before and is to be sent again. */
  List<Attempt> fireAgain(Instant now) {
    return inFlight.again(now, this::dropped);
  }

  /** What is due, as far as there is room. */
  List<Attempt> fire(Instant now) {
    List<Attempt> attempts = new ArrayList<>();
    while (inFlight.fires() < settings.maxFires()) {
      Optional<LiveTrigger> next = queue.poll(now).flatMap(this::find);
      if (next.isEmpty()) {
        break;
      }
      LiveTrigger trigger = next.get();
      if (settings.isLate(trigger.nextDue().orElseThrow(), now)) {
        trigger.fallBehind();
      } else {
        attempts.add(inFlight.send(trigger.take(), now));
      }
      place(trigger);
    }
    return attempts;
  }

  /** What fails for long is caught up later, out of the way of the others. */
  private void dropped(Fire fire) {
    LiveTrigger trigger = fire.of();
    if (fire.isCatchUp()) {
      backlog.left(trigger, fire.isWanted());
    } else if (fire.isWanted()) {
      trigger.fallBehind();
      place(trigger);
    }
  }

  /** All of it has arrived; the fire, if that is news. */
  Optional<Fire> done(Attempt attempt, Instant now) {
    Optional<Fire> done = inFlight.done(attempt.no()).filter(fire -> fire.of().done(fire, now));
    done.ifPresent(
        fire -> {
          Part part = pending.of(fire.of());
          if (fire.isCatchUp()) {
            part.caughtUp.add(new CaughtUp(fire.of().id(), fire.time()));
            backlog.done(fire.of());
          }
        });
    return done;
  }

  void failed(Attempt attempt, Instant now) {
    inFlight.failed(attempt, now);
  }

  /** What is to be settled now, where it may take its time; what was edited comes first. */
  List<Settling> settlings(Instant now) {
    if (pending.hasSettled()) {
      return List.of(); // all that is to be caught up must not be held in memory at once
    }
    List<Settling> settlings = new ArrayList<>(unsettled);
    unsettled.clear();
    List<LiveTrigger> next =
        Stream.concat(edited.stream().filter(toSettle::contains), toSettle.stream())
            .distinct()
            .limit(Math.max(0, MOST_SETTLINGS - settlings.size()))
            .toList();
    for (LiveTrigger trigger : next) {
      toSettle.remove(trigger);
      settlings.add(trigger.settle(settings, random.nextLong(), now));
    }
    return settlings;
  }

  /** These come first the next time. */
  void notSettled(List<Settling> settlings) {
    unsettled.addAll(settlings);
  }

  /** It goes on when all of this is stored. */
  void settled(Settled settled, Instant now) {
    LiveTrigger trigger = settled.of();
    if (trigger.isRemoved()) {
      return;
    }
    boolean isNew = trigger.progress().until() == null;
    trigger.settled(settled.progress());
    if (!settled.isNews()) {
      trigger.goOn();
      place(trigger);
      return;
    }
    Part part = pending.settled(trigger);
    for (Place place : settled.places()) {
      part.waiting.add(new Waiting(trigger.id(), place.time(), place.place()));
    }
    for (Missed missed : settled.missed()) {
      part.missed.add(MissedNote.of(trigger, missed, isNew, now));
    }
  }

  /**
   * Fires these by hand, as if they were caught up.
   *
   * @param range in which nothing is missed any more
   * @param then is run when they are stored
   */
  void fireByHand(LiveTrigger trigger, List<Instant> times, MadeGood range, Runnable then) {
    Part part = pending.urgent(trigger);
    long seed = random.nextLong();
    for (Instant time : times) {
      long place = CatchUpPlan.place(time, trigger.trigger().catchUp(), seed);
      part.waiting.add(new Waiting(trigger.id(), time, place));
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
  List<LiveTrigger> pages(int most, Instant now) {
    return backlog.next(most, now);
  }

  /** A page was read. */
  void page(LiveTrigger trigger, List<Instant> times, boolean isLast, Instant now) {
    if (trigger.isActive()) {
      backlog.read(trigger, times, isLast);
    }
    if (!trigger.isActive() || times.isEmpty()) {
      backlog.over(trigger, now);
    }
  }

  /** What is sent of the pages that were read: the next of each, as far as there is room. */
  List<Attempt> catchUp(Instant now) {
    List<Attempt> attempts = new ArrayList<>();
    while (catchUpRoom() > 0) {
      LiveTrigger trigger = backlog.ready();
      if (trigger == null) {
        break;
      }
      backlog
          .take(trigger)
          .map(time -> inFlight.send(new Fire(trigger, time, Reason.CATCH_UP), now))
          .ifPresentOrElse(attempts::add, () -> pending.urgent(trigger).pageOver = true);
    }
    return attempts;
  }

  /** The page could not be read. */
  void notRead(LiveTrigger trigger, Instant now) {
    backlog.notRead(trigger, now);
  }

  /** Whether somebody waits for what is to be stored. */
  boolean isUrgent() {
    return pending.isUrgent();
  }

  /** What is to be stored next; empty if there is nothing. */
  Optional<Batch> store() {
    return pending.isEmpty() ? Optional.empty() : Optional.of(pending.take());
  }

  void stored(Batch batch, Instant now) {
    for (Part part : batch.parts()) {
      LiveTrigger trigger = part.of;
      if (!trigger.isRemoved()) {
        backlog.add(trigger, part.waiting.size());
        if (part.pageOver) {
          backlog.over(trigger, now);
        }
        if (part.settled) {
          trigger.goOn();
          place(trigger);
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
