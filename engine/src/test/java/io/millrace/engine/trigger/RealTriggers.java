package io.millrace.engine.trigger;

import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.token.ArrivalSender;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import io.millrace.engine.trigger.TriggerProcessorNotice.GatherTimeOver;
import io.millrace.engine.trigger.TriggerProcessorNotice.Second;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A trigger processor on a real database. It works only when it is told that a time has come. */
public final class RealTriggers implements AutoCloseable {
  private static final int MOST_LOOKS = 20_000;

  private final JournalKit journal;
  private final ExecutorService blocking = Executors.newFixedThreadPool(2);
  private final Map<TriggerId, Trigger> triggers = new HashMap<>();

  /** The last logical time that was due, of those triggers that have had one. */
  private final Map<TriggerId, Instant> firedUntil = new HashMap<>();

  private final ActorRef<TriggerCommand> processor;

  public static RealTriggers start(
      JournalKit journal,
      TriggerSettings settings,
      JobRegistry jobs,
      ArrivalSender arrivals,
      Clock clock)
      throws SQLException {
    for (Job job : jobs.all()) {
      insert(journal, job, clock.instant());
    }
    return new RealTriggers(journal, settings, jobs, arrivals, clock);
  }

  /** The row that the tables of triggers refer to. Nobody reads its other columns. */
  private static void insert(JournalKit journal, Job job, Instant now) throws SQLException {
    TestSql.execute(
        journal.database,
        """
        insert into jobs (number, id, project, name, paused, definition, document, media_type,
          refers_to, saved_by, saved_at, version)
        overriding system value
        values (%d, gen_random_uuid(), '%s', '%s', false, '{}', '', '', '{}', '', '%s', 1)
        """
            .formatted(job.number(), job.project(), job.name(), now));
  }

  private RealTriggers(
      JournalKit journal,
      TriggerSettings settings,
      JobRegistry jobs,
      ArrivalSender arrivals,
      Clock clock) {
    this.journal = journal;
    for (Job job : jobs.all()) {
      for (Trigger trigger : job.triggers()) {
        triggers.put(new TriggerId(job.number(), trigger.name()), trigger);
      }
    }
    this.processor =
        journal.actors.spawn(
            TriggerProcessor.create(
                TriggerContext.builder()
                    .settings(settings)
                    .dataSource(journal.dataSource())
                    .sql(new AsyncSql(blocking))
                    .jobs(jobs)
                    .changes(jobs)
                    .look(() -> CompletableFuture.completedFuture(null))
                    .arrivals(arrivals)
                    .meters(new TriggerMeters(new SimpleMeterRegistry()))
                    .mayFire(() -> true)
                    .clock(clock)
                    .build()));
  }

  /** When the next trigger is due; empty if none will be. */
  public Optional<Instant> nextDue() {
    return triggers.keySet().stream()
        .flatMap(id -> next(id).map(time -> triggers.get(id).dueAt(time)).stream())
        .min(Instant::compareTo);
  }

  private Optional<Instant> next(TriggerId id) {
    Trigger trigger = triggers.get(id);
    return trigger.nextAfter(firedUntil.getOrDefault(id, trigger.start().minusMillis(1)));
  }

  /** Waits until everything that is due has arrived, or was missed, and that is stored. */
  public void fire(Instant now) throws SQLException {
    for (TriggerId id : triggers.keySet()) {
      for (Optional<Instant> time = next(id);
          time.isPresent() && !triggers.get(id).dueAt(time.get()).isAfter(now);
          time = next(id)) {
        firedUntil.put(id, time.get());
      }
    }
    TriggerStore store = new TriggerStore(journal.dataSource());
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      processor.tell(Second.INSTANCE);
      processor.tell(GatherTimeOver.INSTANCE);
      if (isDone(store.load().triggers())) {
        return;
      }
    }
    throw new AssertionError("The triggers do not settle");
  }

  private boolean isDone(List<StoredTrigger> stored) {
    long done =
        stored.stream()
            .filter(row -> row.progress().until() != null && row.waiting() == 0)
            .filter(row -> row.progress().until().equals(firedUntil.get(row.id())))
            .count();
    return done == firedUntil.size();
  }

  @Override
  public void close() throws SQLException {
    journal.actors.stop(processor);
    blocking.shutdown();
    TestSql.execute(journal.database, "delete from triggers"); // the next one loads fewer
  }
}
