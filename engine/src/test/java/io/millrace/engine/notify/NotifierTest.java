package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.notify.Notification.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On a real database and real servers; the clock and the timers stand still unless moved. */
class NotifierTest extends NotifierTestBase {
  @Test
  void aNotificationIsDeliveredOnceAndSigned() throws Exception {
    WebhookReceiver ops = receiver(n -> 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, delivered("ops", 1));
    pass(3_600);

    assertThat(ops.requests).hasSize(1);
    WebhookReceiver.ReceivedRequest request = ops.requests.get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.type()).isEqualTo("application/json");
    assertThat(request.delivery()).isEqualTo(disabled.id().toString());
    assertThat(isSigned(request, noon)).isTrue();
    JsonNode body = new ObjectMapper().readTree(request.body());
    assertThat(body)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"id": "%s", "kind": "disabled", "at": "2026-03-01T12:00:00.000Z",
                     "subject": "bank/ann", "details": {"reason": "Für Sie: bitte neu anmelden"}}
                    """
                        .formatted(disabled.id())));
    awaitMetered("delivered", "ops", 1);
    awaitMetered("failed", "ops", 0);
  }

  @Test
  void aWebhookHearsOnlyOfTheKindsItWants() {
    WebhookReceiver some = receiver(n -> 200);
    WebhookReceiver all = receiver(n -> 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    Notification missed = happens(Kind.MINUTES_MISSED, "2026-03-01T11:00:00Z");
    Notification changed = happens(Kind.STATUS_CHANGED, "bank/ann");
    spawn(webhook("all", all), webhook("some", some, Kind.DISABLED, Kind.MINUTES_MISSED));
    awaitState(disabled, delivered("all", 1), delivered("some", 1));
    awaitState(missed, delivered("all", 1), delivered("some", 1));
    awaitState(changed, delivered("all", 1));
    assertThat(some.requests).hasSize(2);
    assertThat(all.requests).hasSize(3);
  }

  @Test
  void withoutWebhooksNotificationsAreKeptAndALaterWebhookHearsOnlyOfWhatIsNew() {
    Notification before = happens(Kind.DISABLED, "bank/ann");
    spawn();
    tick();
    assertThat(deliveries(before)).isEmpty();
    stopNotifier();

    WebhookReceiver ops = receiver(n -> 200);
    Notification after = happens(Kind.DISABLED, "bank/bob");
    spawn(webhook("ops", ops));
    awaitState(after, delivered("ops", 1));
    assertThat(deliveries(before)).isEmpty();
  }

  @Test
  void whatIsOldIsDeletedAndWhatWaitsIsCounted() throws Exception {
    WebhookReceiver ops = receiver(n -> 500);
    Notification old = happens(Kind.DISABLED, "bank/old", noon.minus(DAY));
    Notification young = happens(Kind.DISABLED, "bank/young", noon.minus(DAY).plusSeconds(11));
    spawn(webhook("ops", ops));
    awaitState(old, failed("ops", 1, "HTTP 500", 5));
    awaitState(young, failed("ops", 1, "HTTP 500", 5));
    clock.pass(Duration.ofSeconds(11));
    awaitTicking(
        () ->
            assertThat(
                    TestSql.value(
                        journal.database, "select string_agg(subject, ' ') from notifications"))
                .isEqualTo("bank/young"));
    assertThat(TestSql.value(journal.database, "select count(*) from deliveries")).isEqualTo("1");
    patiently()
        .untilAsserted(
            () ->
                assertThat(
                        meters
                            .get("millrace.webhooks.waiting")
                            .tag("webhook", "ops")
                            .gauge()
                            .value())
                    .isEqualTo(1));
  }

  @Test
  void manyMoreThanAStepTakesAreAllDelivered() {
    WebhookReceiver ops = receiver(n -> 200);
    int all = WebhookDeliveryStore.PAGE + 50;
    List<Notification> many =
        IntStream.range(0, all)
            .mapToObj(i -> Notification.of(Kind.STATUS_CHANGED, "bank/" + i, "1", noon, Map.of()))
            .toList();
    try (Connection connection = journal.dataSource().getConnection()) {
      NotificationStore.insert(connection, many);
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
    spawn(webhook("ops", ops));
    // There is no second tick: each end makes room for the next delivery.
    patiently()
        .until(
            () ->
                TestSql.value(
                        journal.database,
                        "select count(*) from deliveries where delivered_at is not null")
                    .equals(String.valueOf(all)));
    assertThat(ops.requests).hasSize(all);
    assertThat(ops.requests)
        .extracting(WebhookReceiver.ReceivedRequest::delivery)
        .doesNotHaveDuplicates();
  }
}
