package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorRef;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.message.Ack;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.QueuedTask;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Tokens of one job, with a manual clock, on a node that may know only older jobs. */
final class TokenKit {
  private static final AtomicLong NUMBERS = new AtomicLong(100);
  static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");

  /**
   * A message that a pool received.
   *
   * @param stored the status of the task in the history at that moment; null if it was not there
   */
  record PoolMessage(String word, UUID uid, TaskStatus stored) {}

  final long job = NUMBERS.incrementAndGet();
  final TestClock clock;
  final JournalKit journal;
  final LocalTokens tokens;
  final List<PoolMessage> sent = new CopyOnWriteArrayList<>();

  /** The jobs as stored; {@link #known} has them as this node knows them. */
  final InMemoryJobs jobs = new InMemoryJobs();

  final InMemoryJobs known = new InMemoryJobs();

  /** Whether the last release said that the worker had reported the end. */
  volatile boolean releasedByWorker;

  /** The fault with which every delivery fails; null if deliveries succeed. */
  final AtomicReference<RuntimeException> blocked = new AtomicReference<>();

  private final TaskStore history;

  TokenKit(JournalKit journal, TestClock clock) {
    this.journal = journal;
    this.clock = clock;
    this.history = new TaskStore(journal.dataSource());
    this.tokens = new LocalTokens(journal, clock, known, this::newest, channels(), this::bring);
  }

  private CompletionStage<?> newest() {
    if (blocked.get() != null) {
      return CompletableFuture.failedFuture(blocked.get());
    }
    known.catchUp(jobs);
    return CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> bring(TokenId token, Arrival arrival) {
    return blocked.get() == null
        ? tokens.sendArrival(token, arrival)
        : CompletableFuture.failedFuture(blocked.get());
  }

  private PoolGateway channels() {
    return new PoolGateway() {
      @Override
      public void request(String pool, WaitingTask waiting) {
        note("request", waiting.attemptUid());
      }

      @Override
      public void release(String pool, UUID attemptUid, boolean byWorker) {
        releasedByWorker = byWorker;
        note("release", attemptUid);
      }

      private void note(String word, UUID uid) {
        sent.add(new PoolMessage(word, uid, task(uid).map(Task::status).orElse(null)));
      }
    };
  }

  /** Saves the job, and this node reads it. */
  void put(TestStep... steps) {
    jobs.put(job, steps);
    known.catchUp(jobs);
  }

  TokenId id(String step) {
    return new TokenId(job, step, DAY);
  }

  <T> T ask(String step, Function<ActorRef<T>, TokenCommand> command) {
    try {
      return tokens
          .<T>ask(id(step).owner(), command)
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS);
    } catch (Exception fault) {
      throw new AssertionError(fault);
    }
  }

  Arrival arrival(String source) {
    return new Arrival(source, TaskReason.TRIGGER, JobPriority.NORMAL, null, jobs.version(), null);
  }

  void arrive(String step, String source) {
    arrive(step, arrival(source));
  }

  void arrive(String step, Arrival arrival) {
    Ack stored = this.<Ack>ask(step, replyTo -> new TokenCommand.Arrive(arrival, replyTo));
    assertThat(stored.owner()).isEqualTo(id(step).owner());
  }

  /** The order of a step's task, as a pool reads it when it starts. */
  Optional<TaskOrder> order(String step) throws SQLException {
    return history.queued("default", null, 1_000).stream()
        .filter(one -> id(step).owner().equals(one.task().origin().token()))
        .findFirst()
        .map(QueuedTask::order);
  }

  void wake(String step) {
    wake(step, null);
  }

  /**
   * @param dueAt the due time that has come by the sender's clock; may be absent
   */
  void wake(String step, Instant dueAt) {
    this.<Ack>ask(step, replyTo -> new TokenCommand.Wake(replyTo, dueAt));
  }

  boolean finish(String step, UUID uid, Outcome outcome) {
    return this.<OwnerGateway.AttemptEnded>ask(
            step, replyTo -> new TokenCommand.EndAttempt(uid, outcome, replyTo, true))
        .applied();
  }

  boolean finish(String step, Outcome outcome) {
    return finish(step, uid(step), outcome);
  }

  TokenCommand.RunReply run(String step) {
    return ask(
        step,
        replyTo -> new TokenCommand.RunByHand(Urgency.BY_HAND, jobs.version(), false, replyTo));
  }

  Token token(String step) {
    return this.<TokenCommand.TokenStateReply>ask(step, TokenCommand.GetState::new).token();
  }

  UUID uid(String step) {
    return token(step).activation().attempt().uid();
  }

  void untilDelivered(String step) {
    await().until(() -> token(step).undelivered().isEmpty());
  }

  void restart(String step) {
    tokens.stop(id(step).owner());
    token(step);
  }

  Optional<Task> task(UUID uid) {
    try {
      return history.find(uid);
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  List<Task> tasks(String step) throws SQLException {
    return history.listOfToken(id(step).owner(), 100);
  }

  /**
   * State and count in the table of tokens, such as {@code WAITING 1}; empty if it is not there.
   */
  String row(String step) throws SQLException {
    return query("select state || ' ' || count from token where owner = ?", step);
  }

  /** The number of stored states of a step's token. */
  String rows(String step) throws SQLException {
    return query("select count(*) from owner_state where owner = ?", step);
  }

  private String query(String sql, String step) throws SQLException {
    try (Connection connection = journal.dataSource().getConnection()) {
      return new Statements(connection)
          .first(sql, row -> row.getString(1), id(step).owner())
          .orElse("");
    }
  }

  /** Its time in the due index, as the waker sees it; null if it is not there. */
  Instant dueAt(String step) throws SQLException {
    return new DueStore(journal.dataSource())
        .dueUntil(Instant.parse("2100-01-01T00:00:00Z"), null, 10_000).stream()
            .filter(due -> due.owner().equals(id(step).owner()))
            .map(DueOwner::at)
            .findFirst()
            .orElse(null);
  }

  double counted(String meter, String... tags) {
    return tokens.meters.get(meter).tags(tags).counter().count();
  }
}
