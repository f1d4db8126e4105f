package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PendingPoolQuestionsTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseString("akka.actor.provider = local")
              .withFallback(ConfigFactory.load()));
  private static final Duration LONG = Duration.ofMinutes(1);

  private final PendingPoolQuestions asks = new PendingPoolQuestions();
  private final TestProbe<FlowCommand> pool = KIT.createTestProbe();

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  private CompletableFuture<FlowCommand.HeartbeatReply> ask(String name) {
    return asks.<FlowCommand.HeartbeatReply>ask(
            name,
            pool.ref(),
            replyTo -> new FlowCommand.Heartbeat("w", Set.of(), replyTo),
            LONG,
            KIT.system().scheduler())
        .toCompletableFuture();
  }

  @Test
  void aPoolThatHasStartedIsAskedAgainAndItsAnswerCounts() throws Exception {
    CompletableFuture<FlowCommand.HeartbeatReply> answer = ask("p");
    FlowCommand lost = pool.receiveMessage();
    asks.askAgain("p");
    FlowCommand.Heartbeat again = (FlowCommand.Heartbeat) pool.receiveMessage();
    assertThat(again).isEqualTo(lost);
    FlowCommand.HeartbeatReply state = new FlowCommand.HeartbeatReply(Set.of());
    again.replyTo().tell(state);
    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(state);
    asks.askAgain("p");
    pool.expectNoMessage(Duration.ofMillis(100));
  }

  @Test
  void otherPoolsAreNotAsked() {
    ask("p");
    pool.receiveMessage();
    asks.askAgain("q");
    pool.expectNoMessage(Duration.ofMillis(100));
  }
}
