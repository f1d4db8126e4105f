package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.DueStore.DueOwner;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.message.Ack;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs whole jobs as entities on a real journal. Entities are killed at any moment; messages get
 * lost or come twice. The result must equal that of {@link TokenSimulation} without faults.
 */
class TokenRestartTest {
  private static JournalKit journal;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  /** Each test starts with an empty database, because the jobs reuse their numbers. */
  @BeforeEach
  void forget() throws SQLException {
    TestSql.execute(journal.database, "truncate owner_state, token, due, task, open_task");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyStepRanAsOftenAsItWouldHaveIfNothingHadGoneWrong(long seed) throws Exception {
    Random random = new Random(seed);
    InMemoryJobs jobs = RandomJobs.of(random);
    Map<String, Object> expected =
        new TokenSimulation(jobs.copy(), seed, random).runWithoutFaults();
    assertThat(new FaultyCluster(jobs, seed).toTheEnd()).isEqualTo(expected);
  }

  private static final class FaultyCluster implements ArrivalSender {
    private final InMemoryJobs jobs;
    private final long seed;
    private final Random random;
    private final TestClock clock = new TestClock();
    private final TaskStore history = new TaskStore(journal.dataSource());
    private final DueStore due = new DueStore(journal.dataSource());
    private final ConcurrentLinkedQueue<UUID> requested = new ConcurrentLinkedQueue<>();
    private final LocalTokens tokens;

    FaultyCluster(InMemoryJobs jobs, long seed) {
      this.jobs = jobs;
      this.seed = seed;
      this.random = new Random(seed);
      PoolGateway channels =
          new PoolGateway() {
            @Override
            public void request(String pool, WaitingTask waiting) {
              requested.add(waiting.attemptUid());
            }

            @Override
            public void release(String pool, UUID attemptUid, boolean byWorker) {}
          };
      this.tokens =
          new LocalTokens(
              journal, clock, jobs, () -> CompletableFuture.completedFuture(null), channels, this);
    }

    /** Runs on the tokens' threads. Some arrivals get lost before or after they are stored. */
    @Override
    public CompletionStage<Void> sendArrival(TokenId token, Arrival arrival) {
      int luck = random.nextInt(8);
      if (luck == 0) {
        return CompletableFuture.failedFuture(new IllegalStateException("lost on its way"));
      }
      if (luck == 1) {
        tokens.sendArrival(token, arrival);
      }
      return tokens
          .sendArrival(token, arrival)
          .thenApply(
              stored -> {
                if (luck == 2) {
                  throw new IllegalStateException("the answer was lost");
                }
                return null;
              });
    }

    Map<String, Object> toTheEnd() throws Exception {
      List<ArrivalTarget> fires = new ArrayList<>(RandomJobs.fires(jobs));
      Collections.shuffle(fires, random);
      for (ArrivalTarget fire : fires) {
        answer(
            tokens.sendArrival(
                fire.token(),
                new Arrival(
                    fire.source(),
                    TaskReason.TRIGGER,
                    JobPriority.NORMAL,
                    null,
                    jobs.version(),
                    null)));
        finishSome(random.nextInt(3));
        killSome();
      }
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> {
                finishSome(10);
                killSome();
                wakeAll();
                return isOver();
              });
      return result();
    }

    private void finishSome(int most) throws Exception {
      for (int i = 0; i < most && !requested.isEmpty(); i++) {
        Task task = history.find(requested.poll()).orElseThrow();
        if (!task.status().isFinal()) {
          TokenId id = TokenId.parse(task.origin().token());
          Token token =
              answer(
                      tokens.<TokenCommand.TokenStateReply>ask(
                          task.origin().token(), TokenCommand.GetState::new))
                  .token();
          answer(
              tokens.<OwnerGateway.AttemptEnded>ask(
                  task.origin().token(),
                  replyTo ->
                      new TokenCommand.EndAttempt(
                          task.id().attemptUid(),
                          TokenSimulation.outcome(
                              seed, id, token.runs(), task.origin().attemptNo()),
                          replyTo,
                          true)));
        }
      }
    }

    private void killSome() throws SQLException {
      for (String owner : owners()) {
        if (random.nextInt(6) == 0) {
          tokens.stop(owner);
        }
      }
    }

    /** Moves the clock and wakes all due tokens. */
    private void wakeAll() throws Exception {
      clock.pass(Duration.ofSeconds(11));
      journal.time.timePasses(Duration.ofSeconds(1));
      for (DueOwner one : due.dueUntil(clock.instant(), null, 1_000)) {
        answer(tokens.<Ack>ask(one.owner(), replyTo -> new TokenCommand.Wake(replyTo, null)));
      }
    }

    private boolean isOver() throws SQLException {
      return due.dueUntil(Instant.parse("2100-01-01T00:00:00Z"), null, 1).isEmpty()
          && number("select count(*) from open_task") == 0;
    }

    private Map<String, Object> result() throws Exception {
      Map<String, Object> result = new TreeMap<>();
      for (String owner : owners()) {
        tokens.stop(owner);
        Token token =
            answer(tokens.<TokenCommand.TokenStateReply>ask(owner, TokenCommand.GetState::new))
                .token();
        assertThat(token.undelivered()).isEmpty();
        List<Task> tasks = history.listOfToken(owner, 100);
        int count =
            token.count(TokenDecisionContext.of(TokenId.parse(owner), jobs, null, clock.instant()));
        assertThat(number("select count from token where owner = '" + owner + "'"))
            .isEqualTo(count);
        result.put(
            owner,
            TokenSimulation.summary(
                token,
                count,
                tasks.stream().map(task -> task.origin().attemptNo() + " " + kind(task)).toList()));
      }
      return result;
    }

    private String kind(Task task) {
      return task.status().name().equals("FAILED") ? "FAILURE" : task.status().name();
    }

    private static <T> T answer(CompletionStage<T> answer) throws Exception {
      return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private List<String> owners() throws SQLException {
      try (Connection connection = journal.dataSource().getConnection()) {
        return new Statements(connection)
            .rows("select owner from token order by owner", row -> row.getString(1));
      }
    }

    private long number(String sql) throws SQLException {
      try (Connection connection = journal.dataSource().getConnection()) {
        return new Statements(connection).number(sql);
      }
    }
  }
}
