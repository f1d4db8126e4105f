package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore.DeliveryState;
import io.millrace.engine.notify.WebhookDelivery.DeliveryEnd;
import io.millrace.engine.notify.WebhookOutbox.DueDeliveries;
import io.millrace.engine.notify.WebhookOutbox.OutboxStep;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.sql.Statements;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class WebhookDeliveryStoreTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LOST_AFTER = Duration.ofMinutes(1);

  private static final Webhook OPS =
      new Webhook("ops", URI.create("http://a/"), "0123456789abcdef", Set.of(Kind.DISABLED));

  private static final String WAITING_FOR_A_LOCK =
      """
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      """;

  private DatabaseUrl url;
  private PGSimpleDataSource database;
  private WebhookDeliveryStore store;

  @BeforeEach
  void open() throws Exception {
    url = TestDatabase.fresh();
    database = new PGSimpleDataSource();
    database.setUrl(url.url());
    database.setUser(url.user());
    database.setPassword(url.password());
    store = new WebhookDeliveryStore(database, List.of(OPS));
    try (Connection connection = database.getConnection()) {
      NotificationStore.insert(
          connection,
          List.of(
              Notification.of(Kind.DISABLED, "bank/ann", "1", NOON, Map.of()),
              Notification.of(Kind.DISABLED, "bank/bob", "1", NOON, Map.of())));
    }
  }

  private List<WebhookDelivery> take(Instant now, int free, DeliveryEnd... ended) throws Exception {
    return store.step(step(now, free, ended)).due();
  }

  private static OutboxStep step(Instant now, int free, DeliveryEnd... ended) {
    return new OutboxStep(now, now.plus(LOST_AFTER), Map.of("ops", free), List.of(ended));
  }

  private List<DeliveryState> states() throws Exception {
    return new NotificationStore(database)
        .list(null, null, 10).stream().flatMap(l -> l.deliveries().stream()).toList();
  }

  @Test
  void noMoreAreTakenThanAWebhookMayGetAndNoneTwice() throws Exception {
    List<WebhookDelivery> first = take(NOON, 1);
    assertThat(first).hasSize(1);
    List<WebhookDelivery> second = take(NOON, 20);
    assertThat(second).hasSize(1).doesNotContainAnyElementsOf(first);
    assertThat(take(NOON.plusSeconds(59), 20)).isEmpty();
    assertThat(take(NOON.plusSeconds(60), 0)).isEmpty();
    assertThat(take(NOON.plusSeconds(60), 20))
        .extracting(WebhookDelivery::attempt)
        .containsExactly(2, 2);
  }

  @Test
  void anAttemptThatWasTakenForLostIsNotHeardAnyMore() throws Exception {
    WebhookDelivery lost = take(NOON, 1).get(0);
    take(NOON, 1);
    Instant later = NOON.plus(LOST_AFTER);
    List<WebhookDelivery> again = take(later, 20);
    List<DeliveryState> before = states();

    take(later, 0, new DeliveryEnd(lost, null, null, "HTTP 410"));
    assertThat(states()).isEqualTo(before);

    DeliveryEnd[] delivered =
        again.stream()
            .map(one -> new DeliveryEnd(one, null, later, ""))
            .toArray(DeliveryEnd[]::new);
    take(later, 0, delivered);
    take(later, 0, new DeliveryEnd(again.get(0), later, null, "told twice"));
    assertThat(states()).containsOnly(new DeliveryState("ops", 2, later, null, ""));
  }

  /** The step has begun when the webhook is saved and something happens. */
  @Test
  void aWebhookIsToldOfEverythingThatHappensAfterItWasSaved() throws Exception {
    WebhookStore saved =
        new WebhookStore(
            new Vault(VaultKey.of(Path.of("none"), "A".repeat(43) + "=")),
            OutboundKit.TO_LOOPBACK.rule(),
            Set.of("ops"));
    WebhookDeliveryStore reading =
        new WebhookDeliveryStore(database, WebhookRegistry.of(List.of(OPS), saved));
    DeliveryEnd delivered = new DeliveryEnd(take(NOON, 1).get(0), null, NOON, "");
    CompletableFuture<DueDeliveries> step;
    try (Connection other = database.getConnection()) {
      other.setAutoCommit(false);
      new Statements(other).rows("select * from deliveries for update", row -> row.getString(1));
      step =
          CompletableFuture.supplyAsync(
              () -> assertDoesNotThrow(() -> reading.step(step(NOON, 0, delivered))));
      await().until(() -> TestSql.value(url, WAITING_FOR_A_LOCK).equals("1"));
      try (Connection connection = database.getConnection()) {
        WebhookDefinition late =
            new WebhookDefinition("late", "http://b/", "a-secret-of-tests", OPS.kinds());
        saved.write(connection, List.of(late), List.of(), "me", NOON);
        NotificationStore.insert(
            connection, List.of(Notification.of(Kind.DISABLED, "bank/eve", "1", NOON, Map.of())));
      }
      other.commit();
    }
    step.join();
    assertThat(states()).extracting(DeliveryState::webhook).containsOnlyOnce("late");
  }
}
