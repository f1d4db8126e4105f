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
import org.jspecify.annotations.Nullable;

/**
 * A trigger in force: its next fire, its open fires and its progress. The next time always follows
 * the last fired time, never the clock, so a clock that is set back fires nothing twice.
 */
final class LiveTrigger {

  /** A fire that was handed out, while an earlier one or itself is not acknowledged. */
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
  private @Nullable Instant handedOut;
  private Deque<OpenFire> open = new ArrayDeque<>(0);
  private boolean removed;
  private @Nullable Trigger decidingFor;
  private boolean behind;
  private boolean resumed;

  /**
   * @param progress absent if none is stored
   */
  LiveTrigger(Job job, Trigger trigger, @Nullable TriggerProgress progress) {
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

  /** The name by which other jobs refer to it. */
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

  /** Returns whether it fires at all. */
  boolean isActive() {
    return !removed && !job.paused();
  }

  boolean isRemoved() {
    return removed;
  }

  void remove() {
    removed = true;
  }

  /** Takes over a new definition. After a pause, all due fires are caught up by its mode. */
  void define(Job job, Trigger trigger) {
    resumed = !job.paused() && (resumed || this.job.paused());
    this.job = job;
    this.trigger = trigger;
    this.timing = timing(trigger);
  }

  /** Shares equal texts, because there may be very many triggers. */
  private String timing(Trigger trigger) {
    String text = trigger.timing();
    return text.equals(progress.timing()) ? progress.timing() : text;
  }

  /** Takes over a timing that is written differently but has the same times; whether it did. */
  boolean adoptEquivalentTiming() {
    if (handedOut == null || isEdited() || progress.timing().equals(timing)) {
      return false;
    }
    progress = progress.withTiming(timing);
    return true;
  }

  /** Returns whether its fires, or the decision in progress, follow an older definition. */
  boolean isEdited() {
    if (decidingFor != null
        && !(decidingFor.start().equals(trigger.start())
            && decidingFor.timing().equals(trigger.timing()))) {
      return true;
    }
    Instant from = progress.from();
    if (handedOut == null || from == null) {
      return false;
    }
    return trigger.start().isBefore(from)
        || !progress.timing().equals(timing)
            && TriggerTiming.read(progress.timing())
                .filter(TriggerTiming.of(trigger)::firesLike)
                .isEmpty();
  }

  boolean needsCatchUpDecision() {
    return isActive() && !isDecidingCatchUp() && (behind || resumed || isEdited());
  }

  /** No catch-up while a decision is pending: the decision may add fires that come first. */
  boolean mayCatchUp() {
    return isActive() && !isDecidingCatchUp() && !needsCatchUpDecision();
  }

  boolean isDecidingCatchUp() {
    return decidingFor != null;
  }

  /** It cannot fire again before a catch-up decision. */
  void fallBehind() {
    behind = true;
  }

  /** Returns when its next fire is due; empty if there is none. */
  Optional<Instant> nextDue() {
    return next().map(trigger::dueAt);
  }

  private Optional<Instant> next() {
    return trigger.nextAfter(handedOut == null ? trigger.start().minusNanos(1) : handedOut);
  }

  /** Hands out the next fire. */
  Fire takeNextFire() {
    Instant time = next().orElseThrow();
    if (handedOut == null) {
      progress = progress.withTiming(timing).withRange(trigger.start(), null);
    }
    handedOut = time;
    open.add(new OpenFire(time));
    return new Fire(this, time, TaskReason.TRIGGER);
  }

  /** The fire has arrived everywhere. Returns whether that was not known before. */
  boolean acknowledge(Fire fire, Instant at) {
    if (removed) {
      return false;
    }
    if (fire.isCatchUp()) {
      progress = progress.caughtUp(fire.time(), at);
      return true;
    }
    Optional<OpenFire> found = unacknowledged(fire.time());
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

  /** Returns whether that fire was handed out, is not acknowledged and was not taken back. */
  boolean isOpen(Instant time) {
    return unacknowledged(time).isPresent();
  }

  private Optional<OpenFire> unacknowledged(Instant time) {
    return open.stream().filter(entry -> !entry.done && entry.time.equals(time)).findAny();
  }

  /** Takes back all open fires, so that the decision covers them too. */
  CatchUpDecisionContext startCatchUpDecision(TriggerSettings settings, long seed, Instant now) {
    TriggerProgress reached = progress;
    for (OpenFire entry : open) {
      reached = entry.done ? reached.fired(entry.time, now) : reached;
    }
    List<Instant> unacknowledged = open.stream().filter(e -> !e.done).map(e -> e.time).toList();
    boolean all = resumed;
    open = new ArrayDeque<>(0);
    decidingFor = trigger;
    behind = false;
    resumed = false;
    // The clock of another node may be slightly ahead. A time far ahead is not trusted.
    boolean isFarAhead = job.savedAt().isAfter(now.plus(settings.catchUpAfter()));
    Instant changedAt = isFarAhead ? now : job.savedAt();
    return CatchUpDecisionContext.builder()
        .of(this)
        .trigger(trigger)
        .progress(reached.withRange(reached.from(), handedOut))
        .open(unacknowledged)
        .changedAt(changedAt.truncatedTo(ChronoUnit.MILLIS))
        .all(all)
        .settings(settings)
        .seed(seed)
        .now(now)
        .build();
  }

  /** Takes over the decided progress, and keeps the fires that were caught up meanwhile. */
  void applyCatchUpDecision(TriggerProgress decided) {
    progress = decided.withCatchUpsOf(progress);
    handedOut = progress.until();
  }

  /** The decision is stored, so the trigger may fire again. */
  void endCatchUpDecision() {
    decidingFor = null;
  }
}
