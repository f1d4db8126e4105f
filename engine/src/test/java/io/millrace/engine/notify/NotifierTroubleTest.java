package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore.DeliveryState;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Webhooks that fail, hang or are gone, and a notifier that dies. */
class NotifierTroubleTest extends NotifierTestBase {
  @Test
  void aFailureIsTriedAgainLaterAndLater() throws Exception {
    WebhookReceiver ops = receiver(n -> n <= 2 ? 500 : 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 500", 5));
    pass(4);
    assertThat(ops.requests).hasSize(1);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(() -> isNow(disabled, failed("ops", 2, "HTTP 500", 10)));
    pass(9);
    assertThat(ops.requests).hasSize(2);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(() -> isNow(disabled, delivered("ops", 3)));

    assertThat(ops.requests).hasSize(3);
    assertThat(ops.requests)
        .extracting(WebhookReceiver.ReceivedRequest::body)
        .containsOnly(ops.requests.get(0).body());
    assertThat(isSigned(ops.requests.get(2), noon.plusSeconds(15))).isTrue();
    awaitMetered("failed", "ops", 2);
    awaitMetered("delivered", "ops", 1);
  }

  @Test
  void afterTheLastAttemptItIsGivenUpWithAWarningThatSaysWhatToDo() {
    WebhookReceiver ops = receiver(n -> 500);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 500", 5));
    LoggingTestKit.warn("GET /notifications lists what it missed")
        .expect(
            journal.actors.system(),
            () -> {
              clock.pass(Duration.ofSeconds(15));
              awaitTicking(() -> isNow(disabled, failed("ops", 2, "HTTP 500", 10)));
              clock.pass(Duration.ofSeconds(15));
              awaitTicking(() -> isNow(disabled, failed("ops", 3, "HTTP 500", 15)));
              clock.pass(Duration.ofSeconds(15));
              awaitTicking(
                  () -> isNow(disabled, new DeliveryState("ops", 4, null, null, "HTTP 500")));
              return null;
            });
    pass(3_600);
    assertThat(ops.requests).hasSize(4);
    awaitMetered("given.up", "ops", 1);
  }

  @Test
  void whoIsGoneIsNotTriedAgain() {
    WebhookReceiver ops = receiver(n -> 410);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, new DeliveryState("ops", 1, null, null, "HTTP 410"));
    pass(3_600);
    assertThat(ops.requests).hasSize(1);
  }

  @Test
  void retryAfterIsHonoured() {
    WebhookReceiver ops = receiver(n -> n == 1 ? 503 : 200);
    ops.retryAfter = "12";
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 503", 12));
    pass(11);
    assertThat(ops.requests).hasSize(1);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(() -> isNow(disabled, delivered("ops", 2)));
  }

  @Test
  void aWebhookThatHangsHoldsUpNoOther() {
    WebhookReceiver hanging = receiver(n -> WebhookReceiver.HANG);
    WebhookReceiver ops = receiver(n -> 200);
    List<Notification> first =
        IntStream.range(0, 2 * Notifier.AT_ONCE + 10)
            .mapToObj(i -> happens(Kind.DISABLED, "bank/" + i))
            .toList();
    spawn(webhook("hanging", hanging), webhook("ops", ops));
    patiently().until(() -> ops.requests.size() == first.size());
    patiently().until(() -> hanging.requests.size() == Notifier.AT_ONCE);
    Notification second = happens(Kind.DISABLED, "bank/second");
    pass(1);
    patiently().until(() -> ops.requests.size() == first.size() + 1);
    patiently().until(() -> deliveries(second).contains(delivered("ops", 1)));
    tick();
    assertThat(hanging.requests).hasSize(Notifier.AT_ONCE);
    assertThat(hanging.requests)
        .extracting(WebhookReceiver.ReceivedRequest::delivery)
        .doesNotHaveDuplicates();
    assertThat(ops.requests)
        .extracting(WebhookReceiver.ReceivedRequest::delivery)
        .doesNotHaveDuplicates();
  }

  @Test
  void whoDoesNotAnswerInTimeHasFailedBeItOnlyWithTheBody() {
    WebhookReceiver silent = receiver(n -> WebhookReceiver.HANG);
    WebhookReceiver slow = receiver(n -> WebhookReceiver.HANG_IN_BODY);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(Duration.ofMillis(300), webhook("silent", silent), webhook("slow", slow));
    awaitState(
        disabled,
        failed("silent", 1, "no answer in time", 5),
        failed("slow", 1, "no answer in time", 5));
  }

  @Test
  void aWebhookThatIsNotThereHasFailed() {
    WebhookReceiver ops = receiver(n -> 200);
    ops.close();
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently()
        .untilAsserted(
            () ->
                assertThat(deliveries(disabled))
                    .singleElement()
                    .satisfies(sent -> assertThat(sent.error()).startsWith("no answer: ")));
  }

  @Test
  void whatANotifierHadNotHeardTheEndOfIsSentByTheNextOne() {
    WebhookReceiver ops = receiver(n -> n == 1 ? WebhookReceiver.HANG : 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently().until(() -> ops.requests.size() == 1);
    notifier.tell(Notifier.Stop.INSTANCE);
    stopNotifier();
    Notification meanwhile = happens(Kind.DISABLED, "bank/bob");

    spawn(webhook("ops", ops));
    awaitState(meanwhile, delivered("ops", 1));
    tick();
    // The first request may still be in flight, so there is no second one at once.
    assertThat(ops.requests).hasSize(2);
    clock.pass(Duration.ofSeconds(61));
    awaitTicking(() -> isNow(disabled, delivered("ops", 2)));
    assertThat(ops.requests).hasSize(3);
  }

  @Test
  void howItEndedIsStoredOnceTheDatabaseAnswersAgain() {
    WebhookReceiver ops =
        receiver(
            n -> {
              faults.set(3);
              return 200;
            });
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently().until(() -> ops.requests.size() == 1);
    awaitTicking(() -> isNow(disabled, delivered("ops", 1)));
    assertThat(faults.get()).isZero();
    assertThat(ops.requests).hasSize(1);
  }

  @Test
  void aTransactionThatCommitsLateIsNotOverlooked() throws Exception {
    WebhookReceiver ops = receiver(n -> 200);
    Notification late = Notification.of(Kind.DISABLED, "bank/late", "1", noon, Map.of());
    try (Connection connection = journal.database.connect()) {
      connection.setAutoCommit(false);
      NotificationStore.insert(connection, List.of(late));
      Notification early = happens(Kind.DISABLED, "bank/early", noon.plusSeconds(1));
      spawn(webhook("ops", ops));
      awaitState(early, delivered("ops", 1));
      connection.commit();
    }
    awaitTicking(() -> isNow(late, delivered("ops", 1)));
  }
}
