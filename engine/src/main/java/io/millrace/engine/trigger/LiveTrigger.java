package io.millrace.engine.trigger;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A trigger in force: what is next, which of its fires are open, and how far it is done. Its next
 * time always follows the last one that was fired, never the clock: a clock that is set back fires
 * nothing twice.
 */
final class LiveTrigger {

  /** A fire that was handed out; those before it are not all done yet. */
  private static final class OpenFire {
    private final Instant time;
    private boolean done;

    private OpenFire(Instant time) {
      this.time = time;
    }
  }

  private final TriggerId id;
  private Job job;
  private Trigger trigger;
  private String timing;
  private TriggerProgress progress;
  private Instant handedOut;
  private Deque<OpenFire> open = new ArrayDeque<>(0);
  private boolean removed;
  private Trigger decidingFor;
  private boolean behind;
  private boolean resumed;

  /**
   * @param progress null if nothing is stored of it
   */
  LiveTrigger(Job job, Trigger trigger, TriggerProgress progress) {
    this.id = new TriggerId(job.number(), trigger.name());
    this.job = job;
    this.trigger = trigger;
    this.progress = progress == null ? TriggerProgress.none(trigger.timing()) : progress;
    this.timing = timing(trigger);
    this.handedOut = this.progress.until();
  }

  TriggerId id() {
    return id;
  }

  /** As other jobs refer to it. */
  String name() {
    return job.project() + "/" + job.name() + "/trigger/" + id.name();
  }

  Job job() {
    return job;
  }

  Trigger trigger() {
    return trigger;
  }

  TriggerProgress progress() {
    return progress;
  }

  /** Whether it fires at all. */
  boolean isActive() {
    return !removed && !job.paused();
  }

  boolean isRemoved() {
    return removed;
  }

  void remove() {
    removed = true;
  }

  /** As it is from now on; out of a pause, everything that is due is caught up by its mode. */
  void define(Job job, Trigger trigger) {
    resumed = !job.paused() && (resumed || this.job.paused());
    this.job = job;
    this.trigger = trigger;
    this.timing = timing(trigger);
  }

  /** Of so many triggers the same text is not held twice. */
  private String timing(Trigger trigger) {
    String text = trigger.timing();
    return text.equals(progress.timing()) ? progress.timing() : text;
  }

  /** Another name for the same times is simply taken over; whether there was one. */
  boolean adoptEquivalentTiming() {
    if (handedOut == null || isEdited() || progress.timing().equals(timing)) {
      return false;
    }
    progress = progress.withTiming(timing);
    return true;
  }

  /** Whether what it has fired, or is settled for, follows another plan than what it is now. */
  boolean isEdited() {
    if (isDecidingCatchUp()
        && !(decidingFor.start().equals(trigger.start())
            && decidingFor.timing().equals(trigger.timing()))) {
      return true;
    }
    if (handedOut == null) {
      return false;
    }
    return trigger.start().isBefore(progress.from())
        || !progress.timing().equals(timing)
            && TriggerTiming.read(progress.timing())
                .filter(TriggerTiming.of(trigger)::firesLike)
                .isEmpty();
  }

  boolean needsCatchUpDecision() {
    return isActive() && !isDecidingCatchUp() && (behind || resumed || isEdited());
  }

  /** What is to be settled first may have its place before what waits. */
  boolean mayCatchUp() {
    return isActive() && !isDecidingCatchUp() && !needsCatchUpDecision();
  }

  boolean isDecidingCatchUp() {
    return decidingFor != null;
  }

  /** It cannot go on before its past is settled. */
  void fallBehind() {
    behind = true;
  }

  /** When its next fire is due; empty if there is none. */
  Optional<Instant> nextDue() {
    return next().map(trigger::dueAt);
  }

  private Optional<Instant> next() {
    return trigger.nextAfter(handedOut == null ? trigger.start().minusNanos(1) : handedOut);
  }

  /** Hands out its next fire. */
  Fire takeNextFire() {
    Instant time = next().orElseThrow();
    if (handedOut == null) {
      progress = progress.withTiming(timing).withRange(trigger.start(), null);
    }
    handedOut = time;
    open.add(new OpenFire(time));
    return new Fire(this, time, TaskReason.TRIGGER);
  }

  /** All that it sets off has arrived; whether that is news. */
  boolean acknowledge(Fire fire, Instant at) {
    if (removed) {
      return false;
    }
    if (fire.isCatchUp()) {
      progress = progress.caughtUp(fire.time(), at);
      return true;
    }
    Optional<OpenFire> found = undone(fire.time());
    found.ifPresent(
        entry -> {
          entry.done = true;
          while (!open.isEmpty() && open.peek().done) {
            Instant time = open.poll().time;
            progress = progress.fired(time, at).withRange(progress.from(), time);
          }
        });
    return found.isPresent();
  }

  /** Whether that time was handed out, is not done, and was not taken back. */
  boolean isOpen(Instant time) {
    return undone(time).isPresent();
  }

  private Optional<OpenFire> undone(Instant time) {
    return open.stream().filter(entry -> !entry.done && entry.time.equals(time)).findAny();
  }

  /** Takes all that is open out of the hands of whoever has it, to be settled with the rest. */
  CatchUpDecisionContext startCatchUpDecision(TriggerSettings settings, long seed, Instant now) {
    TriggerProgress reached = progress;
    for (OpenFire entry : open) {
      reached = entry.done ? reached.fired(entry.time, now) : reached;
    }
    List<Instant> undone = open.stream().filter(e -> !e.done).map(e -> e.time).toList();
    boolean all = resumed;
    open = new ArrayDeque<>(0);
    decidingFor = trigger;
    behind = false;
    resumed = false;
    // Another node's clock may be a little ahead; one that is far ahead is not to be believed.
    boolean isFar = job.savedAt().isAfter(now.plus(settings.catchUpAfter()));
    Instant changedAt = isFar ? now : job.savedAt();
    return new CatchUpDecisionContext(
        this,
        trigger,
        reached.withRange(reached.from(), handedOut),
        undone,
        changedAt.truncatedTo(ChronoUnit.MILLIS),
        all,
        settings,
        seed,
        now);
  }

  /** How far it is once all that came of it is stored; what was caught up meanwhile counts. */
  void applyCatchUpDecision(TriggerProgress settled) {
    progress = settled.withCatchUpsOf(progress);
    handedOut = progress.until();
  }

  /** It is stored: it may go on. */
  void endCatchUpDecision() {
    decidingFor = null;
  }
}
