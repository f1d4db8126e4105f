package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.day;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpDecision;
import io.millrace.engine.trigger.ExpectedFires.TriggerVersion;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs a few jobs through some days of random events: they are edited, paused and removed,
 * acknowledgements are lost, late or doubled, the clock steps back, and the processor dies
 * anywhere.
 */
final class TriggerSimulation {
  static final TriggerSettings SETTINGS =
      new TriggerSettings(20, Duration.ofSeconds(60), 5, 4, Duration.ofSeconds(10));

  private final Random random;
  private final int longest;
  private final RandomTriggers samples;
  private final ModelTables tables = new ModelTables();
  private final Map<Long, Job> jobs = new TreeMap<>();
  private final Map<TriggerId, ExpectedFires> expected = new TreeMap<>();
  private final Map<TriggerId, Set<Instant>> received = new TreeMap<>();
  private final List<SentFire> unanswered = new ArrayList<>();
  private final List<CatchUpDecision> settled = new ArrayList<>();
  private final Map<LiveTrigger, List<Instant>> read = new LinkedHashMap<>();
  private TriggerBook book;
  private ChangeBatch storing;
  private boolean stored;
  private Instant now = day(1).plusSeconds(3600 * 12);
  private Instant latest = now;
  private long version;
  private boolean calm;

  TriggerSimulation(int seed) {
    this.random = new Random(seed);
    this.longest = seed % 2 == 0 ? 12 : 90; // the longest usual step of time, in seconds
    this.samples = new RandomTriggers(random, longest < 60 ? 3 : 5);
    restart();
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
    calm = true;
    now = latest;
    for (Job job : List.copyOf(jobs.values())) {
      if (job.paused()) {
        save(job, false, job.triggers());
      }
    }
    settleDown();
    pass(Duration.ofMinutes(11)); // longer than any pause after a failure
    settleDown();
    check();
  }

  private void settleDown() {
    for (int i = 0; i < 1_000; i++) {
      work();
      pass(Duration.ofSeconds(i % 5 == 0 ? 1 : 0)); // time for fires that wait to be sent again
    }
  }

  private void step() {
    switch (random.nextInt(60)) {
      case 0 -> restart();
      case 1, 2 -> add();
      case 3 -> remove();
      case 4, 5, 6 -> edit();
      case 7, 8 -> pause();
      case 9 -> now = latest.minusSeconds(random.nextInt(60));
      case 10 -> pass(Duration.ofSeconds(random.nextInt(30_000)));
      default -> pass(Duration.ofSeconds(random.nextInt(longest)));
    }
    for (int i = random.nextInt(8); i > 0; i--) {
      work();
    }
  }

  private void pass(Duration time) {
    now = now.plus(time);
    latest = now.isAfter(latest) ? now : latest;
  }

  /** The processor dies, and a new one starts from the stored state. */
  private void restart() {
    expected.forEach(
        (id, history) -> {
          if (!tables.rows.containsKey(id) || tables.rows.get(id).until() == null) {
            history.forgetAllButTheLast();
          }
        });
    unanswered.clear();
    settled.clear();
    read.clear();
    storing = null;
    stored = false;
    book = new TriggerBook(SETTINGS, tables.load(), new SplittableRandom(random.nextLong()));
    jobs.values().forEach(book::put);
    book.removeUnclaimed();
  }

  private void add() {
    long number = ++version;
    List<Trigger> triggers = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      triggers.add(samples.trigger("t" + i, now.minusSeconds(random.nextInt(40_000) - 5_000)));
    }
    jobs.put(
        number, TriggerExamples.job(number, false, number, now, triggers.toArray(Trigger[]::new)));
    for (Trigger trigger : triggers) {
      TriggerId id = new TriggerId(number, trigger.name());
      expected.put(id, new ExpectedFires());
      expected.get(id).versions.add(new TriggerVersion(trigger, now));
      received.put(id, new TreeSet<>());
    }
    book.put(jobs.get(number));
  }

  /** Picks a job whose last change is in force, because only that change was acknowledged. */
  private Job any() {
    if (jobs.isEmpty() || now.isBefore(latest)) {
      return null;
    }
    List<Job> all = List.copyOf(jobs.values());
    Job job = all.get(random.nextInt(all.size()));
    return book.isInForce(job.version()) ? job : null;
  }

  private void remove() {
    Job job = any();
    if (job != null) {
      jobs.remove(job.number());
      for (Trigger trigger : job.triggers()) {
        expected.remove(new TriggerId(job.number(), trigger.name()));
      }
      book.remove(job.number());
    }
  }

  private void pause() {
    Job job = any();
    if (job != null) {
      save(job, !job.paused(), job.triggers());
    }
  }

  private void edit() {
    Job job = any();
    if (job == null || job.paused()) {
      return;
    }
    List<Trigger> triggers =
        job.triggers().stream()
            .map(trigger -> random.nextInt(3) == 0 ? trigger : edited(trigger))
            .toList();
    for (Trigger trigger : triggers) {
      TriggerId id = new TriggerId(job.number(), trigger.name());
      boolean isFresh = isFresh(book.find(id).orElseThrow());
      expected.get(id).versions.add(new TriggerVersion(trigger, now));
      if (isFresh) {
        expected.get(id).forgetAllButTheLast();
      }
    }
    save(job, false, triggers);
  }

  /** Whether the processor has not started with it, so that only its current definition counts. */
  private static boolean isFresh(LiveTrigger live) {
    Trigger trigger = live.trigger();
    return !live.isDecidingCatchUp()
        && live.nextDue().filter(trigger.dueAt(trigger.start())::equals).isPresent();
  }

  private Trigger edited(Trigger trigger) {
    return switch (random.nextInt(5)) {
      case 0 -> TriggerExamples.withSchedule(trigger, samples.schedule(trigger.start()));
      case 1 -> TriggerExamples.withOffset(trigger, Duration.ofMinutes(random.nextInt(60) - 20));
      case 2 ->
          TriggerExamples.withStart(
              trigger, trigger.start().minusSeconds(60L * random.nextInt(300)));
      case 3 ->
          TriggerExamples.withEnd(
              trigger, trigger.start().plusSeconds(60L * random.nextInt(3_000)));
      default -> TriggerExamples.with(trigger, CatchUpMode.values()[random.nextInt(4)]);
    };
  }

  private void save(Job job, boolean paused, List<Trigger> triggers) {
    Instant savedAt = triggers.equals(job.triggers()) ? job.savedAt() : now;
    Job saved =
        TriggerExamples.job(
            job.number(), paused, ++version, savedAt, triggers.toArray(Trigger[]::new));
    jobs.put(job.number(), saved);
    book.put(saved);
  }

  /** Does some steps of the processor, in any order. */
  private void work() {
    switch (calm ? -1 : random.nextInt(6)) {
      case 0 -> send(book.takeDueFires(now));
      case 1 -> send(book.takeResends(now));
      case 2 -> answer();
      case 3 -> settle();
      case 4 -> catchUp();
      case 5 -> store();
      default -> {
        send(book.takeResends(now));
        send(book.takeDueFires(now));
        while (!unanswered.isEmpty()) {
          answer();
        }
        settle();
        settle();
        catchUp();
        catchUp();
        store();
        store();
        store();
      }
    }
  }

  private void send(List<SentFire> attempts) {
    for (SentFire attempt : attempts) {
      TriggerId id = attempt.fire().of().id();
      Instant time = attempt.fire().time();
      assertThat(jobs.get(id.job())).as("the job of %s", id).isNotNull();
      assertThat(jobs.get(id.job()).paused()).as("%s is paused", id).isFalse();
      assertThat(expected.get(id).mayFire(time, latest)).as("%s fires at %s", id, time).isTrue();
      if (calm || random.nextInt(10) > 1) {
        received.get(id).add(time);
      }
      if (calm || random.nextInt(10) > 0) {
        unanswered.add(attempt);
      }
    }
  }

  private void answer() {
    if (unanswered.isEmpty()) {
      return;
    }
    int which = random.nextInt(unanswered.size());
    SentFire attempt = unanswered.get(which);
    if (calm || random.nextInt(8) > 0) { // otherwise it arrives once more
      unanswered.remove(which);
    }
    if (received.get(attempt.fire().of().id()).contains(attempt.fire().time())
        && (calm || random.nextInt(6) > 0)) {
      book.acknowledge(attempt, now);
    } else {
      book.failed(attempt, now);
    }
  }

  private void settle() {
    if (settled.isEmpty()) {
      List<CatchUpDecisionContext> settlings = new ArrayList<>(book.takeCatchUpDecisions(now));
      while (settlings.size() > 2) {
        book.retryCatchUpDecisions(List.of(settlings.remove(settlings.size() - 1)));
      }
      settlings.forEach(settling -> settled.add(settling.decide()));
    } else {
      settled.forEach(one -> book.applyCatchUpDecision(one, now));
      settled.clear();
    }
  }

  /** A page may be outdated when it arrives. */
  private void catchUp() {
    int limit = 2;
    send(book.takeCatchUpFires(now));
    if (read.isEmpty()) {
      for (LiveTrigger trigger : book.nextPagesToRead(book.catchUpRoom() / limit, now)) {
        read.put(trigger, tables.page(trigger.id(), limit));
      }
      return;
    }
    read.forEach(
        (trigger, times) -> {
          if (!calm && random.nextInt(10) == 0) {
            book.pageReadFailed(trigger, now);
          } else {
            book.pageRead(trigger, times, times.size() < limit, now);
          }
        });
    read.clear();
  }

  /** Stores changes, perhaps twice. The book learns of it later. */
  private void store() {
    if (storing == null) {
      storing = book.takeBatch().orElse(null);
      stored = false;
    } else if (!stored || random.nextInt(5) == 0) {
      tables.store(storing.changes());
      stored = true;
    } else {
      book.batchStored(storing, now);
      storing = null;
    }
  }

  private void check() {
    assertThat(tables.waiting.values()).as("to be caught up").allMatch(Map::isEmpty);
    assertThat(book.waiting()).isZero();
    expected.forEach(
        (id, history) -> {
          Set<Instant> times = history.times(now);
          assertThat(received.get(id))
              .as("%s, received", id)
              .allMatch(time -> times.contains(time) || history.isForgotten(time));
          List<MissedFires> missed = tables.missed.getOrDefault(id, List.of());
          Set<Instant> lost = new TreeSet<>(times);
          lost.removeAll(received.get(id));
          lost.removeIf(
              time ->
                  missed.stream()
                      .anyMatch(
                          some -> !time.isBefore(some.first()) && !time.isAfter(some.last())));
          assertThat(lost).as("%s, neither fired nor missed", id).isEmpty();
          TriggerProgress row = tables.rows.getOrDefault(id, TriggerProgress.none(""));
          assertThat(row.fired() + row.caughtUp() + row.missed())
              .as("%s, counted", id)
              .isEqualTo(times.size());
          assertThat(missed.stream().mapToLong(MissedFires::fires).sum()).isEqualTo(row.missed());
        });
    assertThat(tables.rows.keySet()).isSubsetOf(expected.keySet());
  }
}
