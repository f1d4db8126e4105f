package io.millrace.engine.trigger;

import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All triggers on a virtual clock. The {@link TriggerBook} decides, as it does for the trigger
 * processor; what the processor would store stays in memory, and every fire arrives at once.
 */
public final class VirtualTriggers {
  private static final int PAGE = 100;

  /**
   * A fire that is due.
   *
   * @param job the number of its job
   * @param time its logical time
   * @param order its place among the fires of its trigger; absent if it has none
   */
  public record VirtualFire(
      long job, String trigger, Instant time, TaskReason reason, @Nullable TaskOrder order) {

    /** The priority with which it arrives. */
    public JobPriority priority() {
      return FireSender.priority(reason);
    }
  }

  /** A fire that waits to be caught up. */
  private record WaitingFire(Instant time, long place) {}

  private static final Comparator<WaitingFire> BY_PLACE =
      Comparator.comparingLong(WaitingFire::place).thenComparing(WaitingFire::time);

  private final TriggerBook book;
  private final Map<TriggerId, TreeSet<WaitingFire>> waiting = new HashMap<>();

  private VirtualTriggers(TriggerSettings settings, List<StoredTrigger> stored, long seed) {
    this.book = new TriggerBook(settings, stored, new SplittableRandom(seed));
  }

  /**
   * Triggers that have fired everything that was due before a time.
   *
   * @param from when the virtual clock starts
   */
  public static VirtualTriggers upToDate(
      TriggerSettings settings, List<Job> jobs, Instant from, long seed) {
    List<StoredTrigger> stored = new ArrayList<>();
    for (Job job : jobs) {
      for (Trigger trigger : job.triggers()) {
        firedUntil(trigger, from)
            .ifPresent(
                until ->
                    stored.add(
                        new StoredTrigger(
                            new TriggerId(job.number(), trigger.name()),
                            TriggerProgress.none(trigger.timing())
                                .withRange(trigger.start(), until),
                            0)));
      }
    }
    VirtualTriggers triggers = new VirtualTriggers(settings, stored, seed);
    jobs.forEach(triggers.book::put);
    return triggers;
  }

  /** The last logical time that is due before a time. */
  private static Optional<Instant> firedUntil(Trigger trigger, Instant from) {
    Instant last = from.minus(trigger.offset()).minusMillis(1);
    return FireTimeRange.fromStart(trigger, last).newest(1).stream().findFirst();
  }

  /** When the next trigger is due; empty if none will be. */
  public Optional<Instant> nextDue() {
    return book.nextDue();
  }

  /** Fires everything that is due. */
  public void fire(Instant now, Consumer<VirtualFire> fires) {
    boolean more = true;
    while (more) {
      List<SentFire> sent = new ArrayList<>(book.takeDueFires(now));
      List<CatchUpDecisionContext> late = book.takeCatchUpDecisions(now);
      late.forEach(context -> book.applyCatchUpDecision(context.decide(), now));
      boolean stored = store(now);
      book.nextPagesToRead(PAGE, now).forEach(trigger -> readPage(trigger, now));
      sent.addAll(book.takeCatchUpFires(now));
      for (SentFire each : sent) {
        Fire fire = each.fire();
        TriggerId id = fire.of().id();
        fires.accept(
            new VirtualFire(id.job(), id.name(), fire.time(), fire.reason(), fire.order()));
        book.acknowledge(each, now);
      }
      more = !sent.isEmpty() || !late.isEmpty() || stored;
    }
  }

  private void readPage(LiveTrigger trigger, Instant now) {
    TreeSet<WaitingFire> all = waiting.getOrDefault(trigger.id(), new TreeSet<>(BY_PLACE));
    List<Instant> page = all.stream().limit(PAGE).map(WaitingFire::time).toList();
    book.pageRead(trigger, page, page.size() < PAGE, now);
  }

  private boolean store(Instant now) {
    boolean stored = false;
    for (Optional<ChangeBatch> batch = book.takeBatch();
        batch.isPresent();
        batch = book.takeBatch()) {
      stored = true;
      TriggerChanges changes = batch.get().changes();
      changes
          .waiting()
          .forEach(
              row ->
                  waiting
                      .computeIfAbsent(row.id(), id -> new TreeSet<>(BY_PLACE))
                      .add(new WaitingFire(row.time(), row.place())));
      changes.caughtUp().forEach(row -> remove(row.id(), row.time()));
      book.batchStored(batch.get(), now);
    }
    return stored;
  }

  private void remove(TriggerId id, Instant time) {
    TreeSet<WaitingFire> all = waiting.get(id);
    if (all != null) {
      for (Iterator<WaitingFire> each = all.iterator(); each.hasNext(); ) {
        if (each.next().time().equals(time)) {
          each.remove();
          return;
        }
      }
    }
  }
}
