package io.millrace.engine.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RetryingAskTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ManualTime.config());
  private static final Duration A_TRY = Duration.ofSeconds(3);
  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final ManualTime time = ManualTime.get(KIT.system());
  private final TestProbe<TestQuestion> asked = KIT.createTestProbe();
  private final CompletableFuture<Done> answer =
      new RetryingAsk(KIT.system(), A_TRY.multipliedBy(TRIES))
          .<TestQuestion, Done>ask(asked.ref(), TestQuestion::new)
          .toCompletableFuture();

  private record TestQuestion(ActorRef<Done> replyTo) {}

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  @Test
  void anActorThatWasMovingIsAskedAgain() throws Exception {
    asked.receiveMessage();
    time.timePasses(A_TRY);

    asked.receiveMessage().replyTo().tell(Done.getInstance());

    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(Done.getInstance());
    asked.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aMissingActorIsGivenUpWhenTheTimeIsOver() {
    for (int i = 0; i < TRIES; i++) {
      asked.receiveMessage();
      time.timePasses(A_TRY);
    }

    assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
    asked.expectNoMessage(Duration.ZERO);
  }

  @Test
  void aReplyThatIsNotAcceptedIsAskedForAgainAndCountsWhenTheTimeIsOver() throws Exception {
    AtomicInteger questions = new AtomicInteger();
    ActorRef<TestQuestion> answering =
        KIT.spawn(
            Behaviors.receiveMessage(
                question -> {
                  questions.incrementAndGet();
                  question.replyTo().tell(Done.getInstance());
                  return Behaviors.same();
                }));
    CompletableFuture<Done> reply =
        new RetryingAsk(KIT.system(), PAUSE.multipliedBy(3))
            .<TestQuestion, Done>ask(answering, TestQuestion::new, done -> false)
            .toCompletableFuture();
    await().until(() -> passesUntil(PAUSE, reply::isDone));

    assertThat(reply.get()).isEqualTo(Done.getInstance());
    assertThat(questions.get()).isBetween(2, 4);
  }

  @Test
  void silenceAfterARefusedReplyHasNoTriesOfItsOwn() {
    Queue<TestQuestion> questions = new ConcurrentLinkedQueue<>();
    ActorRef<TestQuestion> silent =
        KIT.spawn(
            Behaviors.receiveMessage(
                question -> {
                  questions.add(question);
                  return Behaviors.same();
                }));
    CompletableFuture<Done> reply =
        new RetryingAsk(KIT.system(), A_TRY.multipliedBy(TRIES))
            .<TestQuestion, Done>ask(silent, TestQuestion::new, done -> false)
            .toCompletableFuture();
    await().until(() -> questions.size() == 1);
    questions.element().replyTo().tell(Done.getInstance());
    await().until(() -> passesUntil(PAUSE, () -> questions.size() == 2));
    await().until(() -> passesUntil(A_TRY, reply::isDone));

    assertThatThrownBy(reply::get).hasCauseInstanceOf(TimeoutException.class);
    assertThat(questions).as("one refused, five silent").hasSizeLessThanOrEqualTo(1 + TRIES);
  }

  private boolean passesUntil(Duration step, BooleanSupplier isDone) {
    time.timePasses(step);
    return isDone.getAsBoolean();
  }

  @Test
  void aCallerWhoAsksAgainByItselfHasOneTry() {
    TestProbe<TestQuestion> silent = KIT.createTestProbe();
    CompletableFuture<Done> reply =
        RetryingAsk.once(KIT.system(), A_TRY)
            .<TestQuestion, Done>ask(silent.ref(), TestQuestion::new)
            .toCompletableFuture();
    silent.receiveMessage();
    time.timePasses(A_TRY);

    assertThatThrownBy(() -> reply.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(TimeoutException.class);
    silent.expectNoMessage(Duration.ZERO);
  }

  /** As a worker that reports its outcome: the second report of the same one is refused. */
  @Test
  void theFirstReplyCountsHoweverOftenItWasAsked() throws Exception {
    TestProbe<SlowQuestion> slow = KIT.createTestProbe();
    CompletableFuture<String> reply =
        new RetryingAsk(KIT.system(), A_TRY.multipliedBy(TRIES))
            .<SlowQuestion, String>askForFirstReply(slow.ref(), SlowQuestion::new)
            .toCompletableFuture();
    SlowQuestion first = slow.receiveMessage();
    time.timePasses(A_TRY);
    SlowQuestion second = slow.receiveMessage();
    first.replyTo().tell("stored");
    second.replyTo().tell("stored already");

    assertThat(reply.get(30, TimeUnit.SECONDS)).isEqualTo("stored");
    time.timePasses(A_TRY);
    slow.expectNoMessage(Duration.ZERO);
  }

  private record SlowQuestion(ActorRef<String> replyTo) {}
}
