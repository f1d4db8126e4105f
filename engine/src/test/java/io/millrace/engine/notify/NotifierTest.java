package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore.State;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real database and real servers; the clock and the timers stand still unless moved. */
class NotifierTest {
  private static final String SECRET = "a-secret-of-the-tests";
  private static final Duration DAY = Duration.ofDays(1);

  private static JournalKit journal;
  private static ExecutorService threads;

  private final TestClock clock = new TestClock();
  private final Instant noon = clock.instant();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final AtomicInteger steps = new AtomicInteger();
  private final AtomicInteger faults = new AtomicInteger();
  private SimpleMeterRegistry meters;
  private ActorRef<Notifier.Command> notifier;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
    threads = Executors.newFixedThreadPool(2);
  }

  @AfterAll
  static void stop() {
    threads.shutdown();
    journal.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    Sql.execute(journal.database, "truncate notifications cascade");
  }

  @AfterEach
  void close() throws Exception {
    journal.actors.stop(notifier);
    for (AutoCloseable one : opened) {
      one.close();
    }
  }

  /** The machine may be busy. */
  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofSeconds(30));
  }

  private Receiver receiver(Receiver.Script script) {
    Receiver receiver = new Receiver(script);
    opened.add(receiver);
    return receiver;
  }

  private static Webhook webhook(String name, Receiver receiver, Kind... kinds) {
    Set<Kind> wanted =
        kinds.length == 0 ? EnumSet.allOf(Kind.class) : EnumSet.copyOf(Arrays.asList(kinds));
    return new Webhook(name, receiver.url(), SECRET, wanted);
  }

  private void spawn(Webhook... webhooks) {
    spawn(Duration.ofSeconds(30), webhooks);
  }

  private void spawn(Duration timeout, Webhook... webhooks) {
    WebhookSettings settings =
        new WebhookSettings(
            List.of(webhooks), 4, Duration.ofSeconds(5), Duration.ofSeconds(15), timeout, DAY);
    meters = new SimpleMeterRegistry();
    notifier =
        journal.actors.spawn(
            Notifier.create(
                settings,
                outbox(new DeliveryStore(journal.dataSource(), settings.webhooks())),
                new WebhookSender(timeout, clock),
                new NotifierMeters(meters, settings.webhooks()),
                clock));
  }

  /** The real one, counted; it fails as often as it is told. */
  private Outbox outbox(DeliveryStore deliveries) {
    AsyncSql sql = new AsyncSql(threads);
    return new Outbox() {
      @Override
      public CompletionStage<Taken> step(Step step) {
        if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          return CompletableFuture.failedFuture(new SQLException("no database"));
        }
        return sql.run(() -> deliveries.step(step))
            .whenComplete((taken, fault) -> steps.incrementAndGet());
      }

      @Override
      public CompletionStage<Map<String, Integer>> tidy(Instant before) {
        return sql.run(() -> deliveries.tidy(before));
      }
    };
  }

  private Notification happens(Kind kind, String subject) {
    return happens(kind, subject, clock.instant());
  }

  private Notification happens(Kind kind, String subject, Instant at) {
    Notification notification =
        Notification.of(
            kind, subject, at.toString(), at, Map.of("reason", "Für Sie: bitte neu anmelden"));
    try (Connection connection = journal.dataSource().getConnection()) {
      NotificationStore.insert(connection, List.of(notification));
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
    return notification;
  }

  /** Returns when a whole step was made with the clock as it is now. */
  private void tick() {
    int before = steps.get();
    patiently()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(1));
              return steps.get() >= before + 2;
            });
  }

  private void pass(long seconds) {
    clock.pass(Duration.ofSeconds(seconds));
    tick();
  }

  private static List<State> deliveries(Notification notification) {
    try {
      return new NotificationStore(journal.dataSource())
          .list(null, null, 100).stream()
              .filter(listed -> listed.notification().equals(notification))
              .findFirst()
              .orElseThrow()
              .deliveries();
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  private static void awaitState(Notification notification, State... states) {
    patiently().untilAsserted(() -> assertThat(deliveries(notification)).containsExactly(states));
  }

  private State delivered(String webhook, int attempts) {
    return new State(webhook, attempts, clock.instant(), null, "");
  }

  private State failed(String webhook, int attempts, String error, long nextInSeconds) {
    return new State(webhook, attempts, null, clock.instant().plusSeconds(nextInSeconds), error);
  }

  private double metered(String name, String webhook) {
    return meters.get("millrace.webhooks." + name).tag("webhook", webhook).counter().count();
  }

  /** As any receiver would check it, by the documentation alone. */
  private static boolean isSigned(Receiver.Request request, Instant at) throws Exception {
    String[] parts = request.signature().split("[=,]");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] expected =
        mac.doFinal((parts[1] + "." + request.body()).getBytes(StandardCharsets.UTF_8));
    return parts[0].equals("t")
        && Long.parseLong(parts[1]) == at.getEpochSecond()
        && parts[2].equals("v1")
        && Arrays.equals(HexFormat.of().parseHex(parts[3]), expected);
  }

  @Test
  void aNotificationIsDeliveredOnceAndSigned() throws Exception {
    Receiver ops = receiver(n -> 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, delivered("ops", 1));
    pass(3_600);

    assertThat(ops.requests).hasSize(1);
    Receiver.Request request = ops.requests.get(0);
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
    assertThat(metered("delivered", "ops")).isEqualTo(1);
    assertThat(metered("failed", "ops")).isZero();
  }

  @Test
  void aFailureIsTriedAgainLaterAndLater() throws Exception {
    Receiver ops = receiver(n -> n <= 2 ? 500 : 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 500", 5));
    pass(4);
    assertThat(ops.requests).hasSize(1);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(
        () -> assertThat(deliveries(disabled)).containsExactly(failed("ops", 2, "HTTP 500", 10)));
    pass(9);
    assertThat(ops.requests).hasSize(2);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(() -> assertThat(deliveries(disabled)).containsExactly(delivered("ops", 3)));

    assertThat(ops.requests).hasSize(3);
    assertThat(ops.requests)
        .extracting(Receiver.Request::body)
        .containsOnly(ops.requests.get(0).body());
    assertThat(isSigned(ops.requests.get(2), noon.plusSeconds(15))).isTrue();
    assertThat(metered("failed", "ops")).isEqualTo(2);
    assertThat(metered("delivered", "ops")).isEqualTo(1);
  }

  private static void awaitTicking(ThrowingRunnable assertion) {
    patiently()
        .untilAsserted(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(1));
              assertion.run();
            });
  }

  @Test
  void afterTheLastAttemptItIsGivenUpWithAWarningThatSaysWhatToDo() {
    Receiver ops = receiver(n -> 500);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 500", 5));
    LoggingTestKit.warn("what it missed is in GET /notifications")
        .expect(
            journal.actors.system(),
            () -> {
              for (int attempt = 2; attempt <= 4; attempt++) {
                clock.pass(Duration.ofSeconds(15));
                int attempts = attempt;
                awaitTicking(
                    () ->
                        assertThat(deliveries(disabled))
                            .extracting(State::attempts, State::error)
                            .containsExactly(tuple(attempts, "HTTP 500")));
              }
              return null;
            });
    awaitState(disabled, new State("ops", 4, null, null, "HTTP 500"));
    pass(3_600);
    assertThat(ops.requests).hasSize(4);
    assertThat(metered("given.up", "ops")).isEqualTo(1);
  }

  @Test
  void whoIsGoneIsNotTriedAgain() {
    Receiver ops = receiver(n -> 410);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, new State("ops", 1, null, null, "HTTP 410"));
    pass(3_600);
    assertThat(ops.requests).hasSize(1);
  }

  @Test
  void retryAfterIsHonoured() {
    Receiver ops = receiver(n -> n == 1 ? 503 : 200);
    ops.retryAfter = "12";
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    awaitState(disabled, failed("ops", 1, "HTTP 503", 12));
    pass(11);
    assertThat(ops.requests).hasSize(1);
    clock.pass(Duration.ofSeconds(1));
    awaitTicking(() -> assertThat(deliveries(disabled)).containsExactly(delivered("ops", 2)));
  }

  @Test
  void aWebhookThatHangsHoldsUpNoOther() {
    Receiver hanging = receiver(n -> Receiver.HANG);
    Receiver ops = receiver(n -> 200);
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
    assertThat(hanging.requests).extracting(Receiver.Request::delivery).doesNotHaveDuplicates();
    assertThat(ops.requests).extracting(Receiver.Request::delivery).doesNotHaveDuplicates();
  }

  @Test
  void whoDoesNotAnswerInTimeHasFailedBeItOnlyWithTheBody() {
    Receiver silent = receiver(n -> Receiver.HANG);
    Receiver slow = receiver(n -> Receiver.HANG_IN_BODY);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(Duration.ofMillis(300), webhook("silent", silent), webhook("slow", slow));
    awaitState(
        disabled,
        failed("silent", 1, "no answer in time", 5),
        failed("slow", 1, "no answer in time", 5));
  }

  @Test
  void aWebhookThatIsNotThereHasFailed() {
    Receiver ops = receiver(n -> 200);
    ops.close();
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently()
        .untilAsserted(
            () ->
                assertThat(deliveries(disabled).get(0).error())
                    .startsWith("no answer: ConnectException"));
  }

  @Test
  void aWebhookHearsOnlyOfTheKindsItWants() {
    Receiver some = receiver(n -> 200);
    Receiver all = receiver(n -> 200);
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
    journal.actors.stop(notifier);

    Receiver ops = receiver(n -> 200);
    Notification after = happens(Kind.DISABLED, "bank/bob");
    spawn(webhook("ops", ops));
    awaitState(after, delivered("ops", 1));
    assertThat(deliveries(before)).isEmpty();
  }

  @Test
  void whatANotifierHadNotHeardTheEndOfIsSentByTheNextOne() {
    Receiver ops = receiver(n -> n == 1 ? Receiver.HANG : 200);
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently().until(() -> ops.requests.size() == 1);
    notifier.tell(Notifier.Stop.INSTANCE);
    Notification meanwhile = happens(Kind.DISABLED, "bank/bob");

    spawn(webhook("ops", ops));
    awaitState(meanwhile, delivered("ops", 1));
    tick();
    // The first request may still be under way: not a second time at once.
    assertThat(ops.requests).hasSize(2);
    clock.pass(Duration.ofSeconds(61));
    awaitTicking(() -> assertThat(deliveries(disabled)).containsExactly(delivered("ops", 2)));
    assertThat(ops.requests).hasSize(3);
  }

  @Test
  void howItEndedIsStoredOnceTheDatabaseAnswersAgain() {
    Receiver ops =
        receiver(
            n -> {
              faults.set(3);
              return 200;
            });
    Notification disabled = happens(Kind.DISABLED, "bank/ann");
    spawn(webhook("ops", ops));
    patiently().until(() -> ops.requests.size() == 1);
    awaitTicking(() -> assertThat(deliveries(disabled)).containsExactly(delivered("ops", 1)));
    assertThat(faults.get()).isZero();
    assertThat(ops.requests).hasSize(1);
  }

  @Test
  void aTransactionThatCommitsLateIsNotOverlooked() throws Exception {
    Receiver ops = receiver(n -> 200);
    Notification late = Notification.of(Kind.DISABLED, "bank/late", "1", noon, Map.of());
    try (Connection connection = journal.database.connect()) {
      connection.setAutoCommit(false);
      NotificationStore.insert(connection, List.of(late));
      Notification early = happens(Kind.DISABLED, "bank/early", noon.plusSeconds(1));
      spawn(webhook("ops", ops));
      awaitState(early, delivered("ops", 1));
      connection.commit();
    }
    awaitTicking(() -> assertThat(deliveries(late)).containsExactly(delivered("ops", 1)));
  }

  @Test
  void whatIsOldIsDeletedAndWhatWaitsIsCounted() throws Exception {
    Receiver ops = receiver(n -> 500);
    Notification old = happens(Kind.DISABLED, "bank/old", noon.minus(DAY));
    Notification young = happens(Kind.DISABLED, "bank/young", noon.minus(DAY).plusSeconds(11));
    spawn(webhook("ops", ops));
    awaitState(old, failed("ops", 1, "HTTP 500", 5));
    awaitState(young, failed("ops", 1, "HTTP 500", 5));
    clock.pass(Duration.ofSeconds(11));
    awaitTicking(
        () ->
            assertThat(
                    Sql.value(
                        journal.database, "select string_agg(subject, ' ') from notifications"))
                .isEqualTo("bank/young"));
    assertThat(Sql.value(journal.database, "select count(*) from deliveries")).isEqualTo("1");
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
    Receiver ops = receiver(n -> 200);
    int all = DeliveryStore.PAGE + 50;
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
    // Without a second tick: each end makes room for the next.
    patiently()
        .until(
            () ->
                Sql.value(
                        journal.database,
                        "select count(*) from deliveries where delivered_at is not null")
                    .equals(String.valueOf(all)));
    assertThat(ops.requests).hasSize(all);
    assertThat(ops.requests).extracting(Receiver.Request::delivery).doesNotHaveDuplicates();
  }
}
