package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.message.Ack;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.task.Uids;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tokens in a cluster of one node: messages reach them through sharding. */
class ShardedTokensTest {
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  private static final InMemoryJobs JOBS = new InMemoryJobs();
  private static final TestClock CLOCK = new TestClock();

  private static ActorTestKit actors;
  private static ShardedTokens tokens;
  private static TestProbe<WaitingTask> requests;

  @BeforeAll
  static void start() {
    DatabaseUrl url = TestDatabase.fresh();
    actors =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url", url.url(),
                        "millrace.db.user", url.user(),
                        "millrace.db.password", url.password(),
                        "akka.actor.testkit.typed.single-expect-default", "20s"))
                .withFallback(ConfigFactory.parseResources("single.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
    ActorSystem<?> system = actors.system();
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    requests = actors.createTestProbe();
    tokens = new ShardedTokens(system, Duration.ofSeconds(10));
    tokens.host(
        new TokenContext(
            new PoolGateway() {
              @Override
              public void request(String pool, WaitingTask waiting) {
                requests.ref().tell(waiting);
              }

              @Override
              public void release(String pool, UUID attemptUid, boolean byWorker) {}
            },
            JOBS,
            () -> CompletableFuture.completedFuture(null),
            tokens,
            CLOCK,
            Uids.generator(CLOCK),
            new TokenMeters(new SimpleMeterRegistry())));
  }

  @AfterAll
  static void stop() {
    actors.shutdownTestKit();
    Storage.get(actors.system()).close();
  }

  private static TokenState state(TokenId id) throws Exception {
    return tokens
        .<TokenCommand.TokenStateReply>ask(id.owner(), TokenCommand.GetState::new)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS)
        .token()
        .state();
  }

  @Test
  void oneStepFollowsTheOtherThroughTheCluster() throws Exception {
    JOBS.put(
        7,
        step("first step", "trigger/daily"),
        step("join", "step/first step").join(),
        step("last", "step/join@1h"));
    TokenId first = new TokenId(7, "first step", DAY);
    tokens
        .sendArrival(
            first,
            new Arrival(
                "trigger/daily",
                TaskReason.TRIGGER,
                JobPriority.NORMAL,
                null,
                JOBS.version(),
                null))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
    WaitingTask waiting = requests.receiveMessage();
    assertThat(waiting.owner()).isEqualTo(first.owner());
    Lease lease =
        new Lease(
            waiting.attemptUid(), waiting.owner(), 1, "DEFAULT", "w", DAY, DAY.plusSeconds(60));
    TestProbe<OwnerGateway.AttemptEnded> pool = actors.createTestProbe();
    tokens.end(lease, Outcome.success(), true, pool.ref());
    assertThat(pool.receiveMessage())
        .isEqualTo(new OwnerGateway.AttemptEnded(waiting.attemptUid(), true));
    TokenId last = new TokenId(7, "last", DAY.plusSeconds(3_600));
    assertThat(requests.receiveMessage().owner()).isEqualTo(last.owner());
    assertThat(state(first)).isEqualTo(TokenState.SUCCESS);
    assertThat(state(last)).isEqualTo(TokenState.ACTIVE);
  }

  @Test
  void aTokenIsWokenThroughTheCluster() throws Exception {
    JOBS.put(8, step("load", "trigger/a", "trigger/b"));
    TokenId load = new TokenId(8, "load", DAY);
    tokens
        .sendArrival(
            load,
            new Arrival(
                "trigger/a", TaskReason.TRIGGER, JobPriority.NORMAL, null, JOBS.version(), null))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
    JOBS.put(8, step("load", "trigger/a"));
    TestProbe<Ack> waker = actors.createTestProbe();
    tokens.wake(load.owner(), Instant.EPOCH, waker.ref());
    assertThat(waker.receiveMessage()).isEqualTo(new Ack(load.owner()));
    assertThat(state(load)).isEqualTo(TokenState.ACTIVE);
  }
}
