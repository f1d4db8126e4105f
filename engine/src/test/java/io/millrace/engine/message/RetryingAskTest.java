package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RetryingAskTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ManualTime.config());
  private static final Duration THIRD = Duration.ofSeconds(3);

  private final ManualTime time = ManualTime.get(KIT.system());
  private final TestProbe<TestQuestion> asked = KIT.createTestProbe();
  private final CompletableFuture<Done> answer =
      new RetryingAsk(KIT.system(), THIRD.multipliedBy(3))
          .<TestQuestion, Done>ask(asked.ref(), TestQuestion::new)
          .toCompletableFuture();

  private record TestQuestion(ActorRef<Done> replyTo) {}

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void whoeverWasOnItsWayIsAskedAgain() throws Exception {
    asked.receiveMessage();
    time.timePasses(THIRD);

    asked.receiveMessage().replyTo().tell(Done.getInstance());

    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(Done.getInstance());
    asked.expectNoMessage(Duration.ZERO);
  }

  @Test
  void whoeverIsNotThereIsGivenUpWhenTheTimeIsOver() {
    for (int i = 0; i < 3; i++) {
      asked.receiveMessage();
      time.timePasses(THIRD);
    }

    assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
    asked.expectNoMessage(Duration.ZERO);
  }
}
