package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Step;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.TokenService.RerunSummary;
import io.millrace.engine.token.TokenService.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operators' commands, with real tokens on a real journal. */
class TokenServiceTest {
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  private static final AtomicLong NUMBERS = new AtomicLong(1_000);
  private static JournalKit journal;

  private final TestClock clock = new TestClock();
  private final InMemoryJobs jobs = new InMemoryJobs();
  private final long number = NUMBERS.incrementAndGet();
  private TaskStore history;
  private final List<WaitingTask> requested = new CopyOnWriteArrayList<>();
  private LocalTokens tokens;
  private TokenService desk;
  private Job job;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void make() {
    PoolGateway channels =
        new PoolGateway() {
          @Override
          public void request(String pool, WaitingTask waiting) {
            requested.add(waiting);
          }

          @Override
          public void release(String pool, UUID attemptUid, boolean byWorker) {}
        };
    history = new TaskStore(journal.dataSource());
    tokens =
        new LocalTokens(
            journal, clock, jobs, () -> CompletableFuture.completedFuture(null), channels, null);
    desk =
        new TokenService(
            tokens,
            channels,
            jobs,
            new TokenStore(journal.dataSource()),
            history,
            new AsyncSql(ForkJoinPool.commonPool()),
            clock);
    job =
        jobs.put(
            number,
            step("extract", "trigger/daily"),
            step("load", "step/extract"),
            step("alarm").failures("step/load"));
  }

  private static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception fault) {
      throw new AssertionError(fault);
    }
  }

  private static Instant hour(int hour) {
    return DAY.plus(Duration.ofHours(hour));
  }

  private String owner(String step, int hour) {
    return new TokenId(number, step, hour(hour)).owner();
  }

  /** Runs the token if it is idle, ends it, and waits until its arrivals are delivered. */
  private void end(String step, int hour, Outcome outcome) {
    String owner = owner(step, hour);
    clock.pass(Duration.ofSeconds(1));
    UUID uid = answer(desk.run(job, step, hour(hour))).task().attemptUid();
    answer(
        tokens.<OwnerGateway.AttemptEnded>ask(
            owner, replyTo -> new TokenCommand.EndAttempt(uid, outcome, replyTo, true)));
    await()
        .until(
            () ->
                answer(tokens.<TokenCommand.TokenStateReply>ask(owner, TokenCommand.GetState::new))
                    .token()
                    .undelivered()
                    .isEmpty());
  }

  private TokenRange range(boolean onlyFailed) {
    return new TokenRange(number, hour(0), hour(5), Set.of("extract", "load", "alarm"), onlyFailed);
  }

  /** The state of every token, such as {@code load0 SUCCESS}. */
  private Map<String, String> states() {
    return answer(desk.list(new TokenQuery(number, null, null, null, 100, null))).stream()
        .collect(
            Collectors.toMap(
                row -> row.step() + Duration.between(DAY, row.logicalTime()).toHours(),
                row -> row.state() + " " + row.count(),
                (one, other) -> one,
                TreeMap::new));
  }

  @Test
  void everyStepIsShownWithWhatArrivedAndItsRuns() throws Exception {
    end("extract", 0, Outcome.success("[1]"));
    List<StepState> steps =
        answer(desk.show(job, DAY, job.steps().stream().map(Step::name).toList()));
    assertThat(steps)
        .extracting(state -> state.step().name())
        .containsExactly("extract", "load", "alarm");
    assertThat(steps.get(0).runs())
        .extracting(task -> task.result().output())
        .containsExactly("[1]");
    assertThat(steps.get(1).token().inputs()).isEqualTo(Map.of("step/extract", "[1]"));
    assertThat(steps.get(1).row().state()).isEqualTo(TokenRow.TokenState.ACTIVE);
    assertThat(steps.get(2).row()).isNull();
  }

  @Test
  void aDryRunOnlyCounts() throws Exception {
    end("extract", 0, Outcome.success());
    end("load", 0, Outcome.rejected("no"));
    end("extract", 1, Outcome.success());
    assertThat(answer(desk.count(range(false))))
        .isEqualTo(new RerunSummary(Map.of("extract", 2L, "load", 1L), 0, 0));
    assertThat(answer(desk.count(range(true))).tokens()).isEqualTo(Map.of("load", 1L));
    assertThat(history.listOfToken(owner("extract", 0), 10)).hasSize(1);
  }

  @Test
  void aRangeRunsAgainInItsOrder() throws Exception {
    end("extract", 0, Outcome.success());
    end("load", 0, Outcome.success());
    end("extract", 1, Outcome.success());
    clock.pass(Duration.ofSeconds(1));
    RerunSummary again = answer(desk.rerun(job, range(false)));
    assertThat(again).isEqualTo(new RerunSummary(Map.of("extract", 2L, "load", 1L), 2, 1));
    assertThat(states())
        .isEqualTo(
            Map.of(
                "extract0", "ACTIVE 0",
                "extract1", "ACTIVE 0",
                "load0", "WAITING 0",
                "load1", "ACTIVE 0"));
    Task task = history.listOfToken(owner("extract", 0), 1).get(0);
    assertThat(task.origin().reason()).isEqualTo(TaskReason.MANUAL);
    assertThat(task.route().priority()).isEqualTo(50);
    end("extract", 0, Outcome.success());
    assertThat(states()).containsEntry("load0", "ACTIVE 0");
    assertThat(history.listOfToken(owner("load", 0), 1).get(0).route().priority()).isEqualTo(50);
  }

  @Test
  void theEarliestOfARangeIsTheFirstToAskForItsChannel() throws Exception {
    List<Integer> hours = IntStream.range(0, 40).boxed().toList();
    for (int hour : hours) {
      end("extract", hour, Outcome.rejected("no"));
    }
    requested.clear();
    answer(desk.rerun(job, new TokenRange(number, hour(0), hour(40), Set.of("extract"), true)));
    assertThat(requested)
        .extracting(WaitingTask::logicalTime)
        .isEqualTo(hours.stream().map(TokenServiceTest::hour).toList());
    assertThat(requested)
        .extracting(WaitingTask::order)
        .startsWith(new TaskOrder(Long.toString(number), hour(0).toEpochMilli()));
  }

  @Test
  void onlyWhatFailedRunsAgainAndWhatFollowsItsSuccess() throws Exception {
    end("extract", 0, Outcome.rejected("no"));
    end("extract", 1, Outcome.success());
    end("load", 1, Outcome.success());
    assertThat(answer(desk.rerun(job, range(true))).started()).isEqualTo(1);
    end("extract", 0, Outcome.success());
    assertThat(states()).containsEntry("load0", "ACTIVE 0").containsEntry("extract1", "SUCCESS 0");
  }

  @Test
  void moreThanOneCallRunsAgainIsRefusedWithTheirNumber() throws Exception {
    TestSql.execute(
        journal.database,
        """
        insert into token select 'token:%1$d/load/' || n, %1$d, 'load',
          '%2$s'::timestamptz + n * interval '1 ms', 'SUCCESS', 0, now()
        from generate_series(1, 10001) as n
        """
            .formatted(number, DAY));
    assertThatThrownBy(() -> desk.rerun(job, range(false)).toCompletableFuture().join())
        .hasRootCauseInstanceOf(InvalidInputException.class)
        .hasMessageContaining("10001");
    assertThat(answer(desk.count(range(false))).total()).isEqualTo(10_001);
  }

  @Test
  void cancelEndsWhatRunsOfTheStepsThatAreNamed() throws Exception {
    answer(desk.run(job, "extract", DAY));
    answer(desk.run(job, "load", DAY));
    assertThat(answer(desk.cancel(job, DAY, List.of("load", "alarm")))).isEqualTo(1);
    assertThat(states()).isEqualTo(Map.of("extract0", "ACTIVE 0", "load0", "CANCELED 0"));
    assertThat(answer(desk.cancel(job, DAY, List.of("load")))).isZero();
  }

  @Test
  void clearForgets() throws Exception {
    end("extract", 0, Outcome.success());
    end("load", 0, Outcome.success());
    assertThat(answer(desk.clear(job, DAY, List.of("load")))).isEqualTo(1);
    assertThat(states()).containsEntry("load0", "WAITING 0").containsEntry("extract0", "SUCCESS 0");
  }

  @Test
  void aDeletedJobLeavesNothingThatRuns() throws Exception {
    end("extract", 0, Outcome.success());
    jobs.delete(number);
    answer(desk.remove(number, Set.of()));
    assertThat(states()).isEmpty();
    assertThat(history.listOfToken(owner("load", 0), 1).get(0).status().name())
        .isEqualTo("CANCELED");
  }

  @Test
  void aStepThatIsTakenOutOfItsJobIsRemovedAlone() throws Exception {
    end("extract", 0, Outcome.success());
    job = jobs.put(number, step("extract", "trigger/daily"));
    answer(desk.remove(number, Set.of("extract")));
    assertThat(states()).isEqualTo(Map.of("extract0", "SUCCESS 0"));
  }
}
