package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.guard.LifeWatch.HereIAm;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The watch of node a over node b. Its clock stands still unless it is moved. */
class LifeWatchTest {
  private static final String A = "akka://millrace@a:1#1";
  private static final String B = "akka://millrace@b:1#2";
  private static final Duration LOOK = Duration.ofMillis(150);
  private static ActorTestKit kit;

  private record Asked(String node, ActorRef<HereIAm> replyTo) {}

  private final AtomicReference<Duration> now = new AtomicReference<>(Duration.ofHours(1));
  private CompletionStage<Boolean> fence = CompletableFuture.completedFuture(true);
  private TestProbe<Asked> asked;
  private TestProbe<String> fenced;
  private TestProbe<String> removed;
  private TestProbe<String> ended;
  private ActorRef<LifeWatch.Command> watch;

  @BeforeAll
  static void start() {
    kit =
        ActorTestKit.create(
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(ConfigFactory.load()));
  }

  @AfterAll
  static void stop() {
    kit.shutdownTestKit();
  }

  @BeforeEach
  void create() {
    asked = kit.createTestProbe();
    fenced = kit.createTestProbe();
    removed = kit.createTestProbe();
    ended = kit.createTestProbe();
    Peers peers =
        new Peers() {
          @Override
          public boolean isUp() {
            return true;
          }

          @Override
          public Set<String> names() {
            return Set.of(B);
          }

          @Override
          public void ask(String node, ActorRef<HereIAm> replyTo) {
            asked.ref().tell(new Asked(node, replyTo));
          }

          @Override
          public void remove(String node) {
            removed.ref().tell(node);
          }
        };
    watch =
        kit.spawn(
            LifeWatch.create(
                new LifeWatch.LifeWatchContext(
                    A,
                    peers,
                    node -> {
                      fenced.ref().tell(node);
                      return fence;
                    },
                    () -> ended.ref().tell("ended"),
                    now::get)));
  }

  private void look(NodeObservation look) {
    now.updateAndGet(before -> before.plus(LOOK));
    watch.tell(new LifeWatch.Looked(look));
    settle();
  }

  /** The watch has handled everything that was sent to it. */
  private void settle() {
    TestProbe<HereIAm> probe = kit.createTestProbe();
    watch.tell(new LifeWatch.AreYouThere(probe.ref()));
    assertThat(probe.receiveMessage().node()).isEqualTo(A);
  }

  private static NodeObservation held() {
    return new NodeObservation(false, Set.of(), Set.of());
  }

  private static NodeObservation freed() {
    return new NodeObservation(false, Set.of(B), Set.of());
  }

  private static NodeObservation freedButConnected() {
    return new NodeObservation(false, Set.of(B), Set.of(B));
  }

  @Test
  void aDeadNodeIsAskedFencedAndRemoved() {
    look(held());
    asked.expectNoMessage(Duration.ZERO);
    look(freed());
    assertThat(asked.receiveMessage().node()).isEqualTo(B);
    look(freed());
    fenced.expectNoMessage(Duration.ZERO);
    look(freed());
    assertThat(fenced.receiveMessage()).isEqualTo(B);
    assertThat(removed.receiveMessage()).isEqualTo(B);
    ended.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aNodeThatAnswersIsLeftAloneAndAskedAgainLater() {
    look(freed());
    Asked first = asked.receiveMessage();
    first.replyTo().tell(new HereIAm(B));
    settle();
    for (int i = 0; i < 6; i++) {
      look(freed());
    }
    asked.expectNoMessage(Duration.ZERO);
    look(freed());
    assertThat(asked.receiveMessage().node()).isEqualTo(B);
    fenced.expectNoMessage(Duration.ZERO);
  }

  @Test
  void theAnswerOfTheNextStartIsNoAnswerOfTheNodeThatDied() {
    look(freed());
    asked.receiveMessage().replyTo().tell(new HereIAm("akka://millrace@b:1#3"));
    settle();
    look(freed());
    look(freed());
    assertThat(fenced.receiveMessage()).isEqualTo(B);
  }

  @Test
  void aPausedNodeWhoseSessionWasEndedIsAskedAgainAndAgain() {
    for (int i = 0; i < 20; i++) {
      look(freedButConnected());
    }
    fenced.expectNoMessage(Duration.ZERO);
    assertThat(asked.receiveSeveralMessages(3)).hasSize(3);
    look(freed());
    assertThat(fenced.receiveMessage()).as("then it dies").isEqualTo(B);
  }

  @Test
  void aNodeThatHasItsLockAgainIsForgotten() {
    look(freed());
    asked.receiveMessage();
    look(held());
    look(freed());
    asked.receiveMessage();
    look(freed());
    fenced.expectNoMessage(Duration.ZERO);
  }

  @Test
  void afterADatabaseThatDidNotAnswerEverythingBeginsAgain() {
    look(freed());
    asked.receiveMessage();
    look(freed());
    watch.tell(LifeWatch.LookFailed.INSTANCE);
    look(freed());
    fenced.expectNoMessage(Duration.ZERO);
    asked.receiveMessage();
  }

  /** The answer may wait behind the look. */
  @Test
  void aWatchThatWasPausedItselfAsksAgainBeforeItJudges() {
    look(freed());
    asked.receiveMessage();
    now.updateAndGet(before -> before.plusSeconds(2));
    look(freed());
    fenced.expectNoMessage(Duration.ZERO);
    asked.receiveMessage();
  }

  @Test
  void aNodeThatFindsItselfFencedEndsOnce() {
    look(new NodeObservation(true, Set.of(B), Set.of()));
    look(new NodeObservation(true, Set.of(B), Set.of()));
    ended.receiveMessage();
    ended.expectNoMessage(Duration.ZERO);
    asked.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aNodeThatIsFencedWhileItFencesEndsAndRemovesNobody() {
    fence = CompletableFuture.completedFuture(false);
    look(freed());
    look(freed());
    look(freed());
    fenced.receiveMessage();
    ended.receiveMessage();
    removed.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aFenceThatCouldNotBeWrittenIsTriedAgain() {
    fence = CompletableFuture.failedFuture(new SQLException("away"));
    look(freed());
    look(freed());
    look(freed());
    fenced.receiveMessage();
    settle();
    fence = CompletableFuture.completedFuture(true);
    look(freed());
    fenced.receiveMessage();
    assertThat(removed.receiveMessage()).isEqualTo(B);
  }

  /**
   * The other side of the table: what a node sees of itself. It ends only if the database says that
   * it is fenced. A database that does not answer says nothing: it may be away for everybody.
   */
  @ParameterizedTest(name = "look {0}, fence of another {1}: ends {2}")
  @CsvSource({
    "FAILED,     none,    false",
    "NOT_FENCED, none,    false",
    "FENCED,     none,    true",
    "NOT_FENCED, written, false",
    "NOT_FENCED, refused, true",
    "NOT_FENCED, failed,  false",
    "FAILED,     failed,  false",
    "FENCED,     failed,  true",
    "FENCED,     refused, true",
  })
  void aNodeEndsOnlyIfItIsFenced(String look, String other, boolean ends) {
    if (!other.equals("none")) {
      fence =
          other.equals("failed")
              ? CompletableFuture.failedFuture(new SQLException("away"))
              : CompletableFuture.completedFuture(other.equals("written"));
      for (int i = 0; i < 3; i++) {
        look(freed());
      }
      fenced.receiveMessage();
    }
    for (int i = 0; i < 20; i++) {
      if (look.equals("FAILED")) {
        now.updateAndGet(before -> before.plus(LOOK));
        watch.tell(LifeWatch.LookFailed.INSTANCE);
        settle();
      } else {
        look(new NodeObservation(look.equals("FENCED"), Set.of(), Set.of()));
      }
    }
    if (ends) {
      ended.receiveMessage();
    }
    ended.expectNoMessage(Duration.ZERO);
  }
}
