package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.TaskValues;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left by starts of nodes that are gone, and what belongs to others. */
class ContainerSweeperTest {
  private final PodmanEngine engine = PodmanEngine.shared();
  private final ContainerRunners runners = ContainerRunners.at(engine);

  @AfterEach
  void close() throws IOException {
    runners.close();
  }

  /** Starts one that runs until it is stopped, as an earlier start of the node would. */
  private CompletableFuture<Optional<Outcome>> begin(
      ContainerExecution run, ContainerRunner runner) {
    CompletableFuture<Optional<Outcome>> end = run.start(runner);
    await().atMost(Duration.ofSeconds(60)).until(() -> run.messages(Level.INFO).contains("up"));
    return end;
  }

  private static ContainerExecution sleeper(String collection) {
    return ContainerExecution.script(
        collection, "echo up; sleep 600", Map.of(), TaskValues.NOTHING);
  }

  @Test
  void theNextStartOfANodeRemovesWhatItsDeadAttemptsLeftAndNothingOfOthers() throws IOException {
    ContainerRunner before = runners.start("");
    ContainerRunner neighbour = runners.start("", "test", "n2:1");
    ContainerRunner stranger = runners.start("", "other", "n1:1");
    ContainerExecution kept = sleeper("kept");
    ContainerExecution strange = sleeper("dead"); // of the same name, elsewhere
    CompletableFuture<?> dead = begin(sleeper("dead"), before);
    CompletableFuture<?> living = begin(kept, neighbour);
    CompletableFuture<?> foreign = begin(strange, stranger);
    assertThat(engine.containers()).hasSize(3);

    ContainerRunner after = runners.start("");
    ContainerExecution next = ContainerExecution.script("echo ran", Map.of());
    assertThat(next.outcome(after)).isEqualTo(Outcome.success());
    assertThat(engine.containers()).hasSize(2);
    dead.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(living).isNotDone();
    assertThat(foreign).isNotDone();

    kept.execution.cancel();
    strange.execution.cancel();
    CompletableFuture.allOf(living, foreign).orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(engine.containers()).isEmpty();
  }

  @Test
  void aLaterAttemptReplacesTheContainerOfAnEarlierOneAndNeverTheReverse() throws IOException {
    ContainerRunner one = runners.start("");
    ContainerRunner other = runners.start("", "test", "n2:1");
    ContainerExecution late = sleeper("same");
    ContainerExecution early = sleeper("same");
    ContainerExecution later = sleeper("same");
    CompletableFuture<?> first = begin(early, one);

    Outcome refused = late.outcome(other);
    assertThat(refused.failureKind()).isEqualTo(FailureKind.STOPPED);
    assertThat(first).isNotDone();

    CompletableFuture<?> second = begin(later, other);
    first.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(engine.containers()).hasSize(1);
    later.execution.cancel();
    second.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(engine.containers()).isEmpty();
  }

  @Test
  void aContainerOfAnotherNodeIsRemovedOnceItsAttemptHadEndedASweepAgo() throws IOException {
    ContainerRunner gone = runners.start("", "test", "n3:1");
    ContainerExecution run = sleeper("ended");
    CompletableFuture<?> end = begin(run, gone);
    ContainerMark mark = new ContainerMark("test", "n1:1", "s1");
    UUID uid = run.execution.assignment().attemptUid();

    try (ContainerEngine client =
        new ContainerEngine(engine.address(), ContainerExecution.settings(""))) {
      ContainerSweeper sweeper = new ContainerSweeper(client, mark, Set.of(), Clock.systemUTC());
      sweeper.sweepEnded(uids -> CompletableFuture.completedFuture(Set.of()), Runnable::run);
      sweeper.sweepEnded(uids -> CompletableFuture.completedFuture(Set.of(uid)), Runnable::run);
      assertThat(engine.containers()).hasSize(1);
      List<Runnable> waiting = new ArrayList<>();
      sweeper.sweepEnded(uids -> CompletableFuture.completedFuture(Set.of(uid)), waiting::add);
      assertThat(engine.containers()).as("the caller never waits for the engine").hasSize(1);
      waiting.forEach(Runnable::run);
      assertThat(engine.containers()).isEmpty();
    }
    end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void nodesThatShareAnEngineAndSweepAllTheTimeEndOnlyWhatIsTheirOwn() throws IOException {
    String often = "sweep-every = 20ms";
    ContainerRunner one = runners.start(often);
    ContainerRunner two = runners.start(often, "test", "n2:1");
    ContainerExecution ofOne = sleeper("one");
    ContainerExecution ofTwo = sleeper("two");
    CompletableFuture<?> first = begin(ofOne, one);
    CompletableFuture<?> second = begin(ofTwo, two);

    ContainerRunner again = runners.start(often); // the first start of that node only slept
    ContainerExecution ofAgain = sleeper("three");
    CompletableFuture<?> third = begin(ofAgain, again);
    first.orTimeout(60, TimeUnit.SECONDS).join();
    for (int i = 0; i < 4; i++) {
      assertThat(ContainerExecution.script("true", Map.of()).outcome(two))
          .isEqualTo(Outcome.success());
    }
    assertThat(second).isNotDone();
    assertThat(third).isNotDone();
    ofTwo.execution.cancel();
    ofAgain.execution.cancel();
    CompletableFuture.allOf(second, third).orTimeout(60, TimeUnit.SECONDS).join();
  }
}
