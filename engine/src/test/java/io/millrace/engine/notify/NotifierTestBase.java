package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.clock.Backoff;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore.DeliveryState;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.sql.AsyncSql;
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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A notifier on a real database, and the servers of its webhooks. */
abstract class NotifierTestBase {
  static final String SECRET = "a-secret-of-the-tests";

  static final Duration DAY = Duration.ofDays(1);

  static JournalKit journal;

  static ExecutorService threads;

  final TestClock clock = new TestClock();

  final Instant noon = clock.instant();

  final List<AutoCloseable> opened = new ArrayList<>();

  final AtomicInteger steps = new AtomicInteger();

  final AtomicInteger begun = new AtomicInteger();

  final AtomicInteger faults = new AtomicInteger();

  SimpleMeterRegistry meters;

  ActorRef<Notifier.Command> notifier;

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
    TestSql.execute(journal.database, "truncate notifications cascade");
  }

  @AfterEach
  void close() throws Exception {
    stopNotifier();
    for (AutoCloseable one : opened) {
      one.close();
    }
  }

  /**
   * Waits, because a started step continues after the stop and would take the next notification.
   */
  void stopNotifier() {
    journal.actors.stop(notifier);
    patiently().until(() -> steps.get() == begun.get());
  }

  /** The machine may be busy. */
  static ConditionFactory patiently() {
    return await().atMost(Duration.ofSeconds(30));
  }

  WebhookReceiver receiver(WebhookReceiver.AnswerScript script) {
    WebhookReceiver receiver = WebhookReceiver.start(script);
    opened.add(receiver);
    return receiver;
  }

  static Webhook webhook(String name, WebhookReceiver receiver, Kind... kinds) {
    Set<Kind> wanted =
        kinds.length == 0 ? EnumSet.allOf(Kind.class) : EnumSet.copyOf(Arrays.asList(kinds));
    return new Webhook(name, receiver.url(), SECRET, wanted);
  }

  void spawn(Webhook... webhooks) {
    spawn(Duration.ofSeconds(30), webhooks);
  }

  void spawn(Duration timeout, Webhook... webhooks) {
    WebhookSettings settings =
        new WebhookSettings(
            List.of(webhooks),
            4,
            Backoff.doubling(Duration.ofSeconds(5), Duration.ofSeconds(15)),
            timeout,
            DAY);
    meters = new SimpleMeterRegistry();
    notifier =
        journal.actors.spawn(
            Notifier.create(
                settings,
                WebhookRegistry.of(settings.webhooks()),
                outbox(new WebhookDeliveryStore(journal.dataSource(), settings.webhooks())),
                new WebhookSender(OutboundKit.TO_LOOPBACK, timeout, clock),
                new NotifierMeters(meters, settings.webhooks()),
                clock));
  }

  /** The real outbox, with a counter. It fails as often as the test says. */
  WebhookOutbox outbox(WebhookDeliveryStore deliveries) {
    AsyncSql sql = new AsyncSql(threads);
    return new WebhookOutbox() {
      @Override
      public CompletionStage<DueDeliveries> step(OutboxStep step) {
        if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          return CompletableFuture.failedFuture(new SQLException("no database"));
        }
        begun.incrementAndGet();
        return sql.run(() -> deliveries.step(step))
            .whenComplete((taken, fault) -> steps.incrementAndGet());
      }

      @Override
      public CompletionStage<Map<String, Integer>> tidy(Instant before) {
        return sql.run(() -> deliveries.tidy(before));
      }
    };
  }

  Notification happens(Kind kind, String subject) {
    return happens(kind, subject, clock.instant());
  }

  Notification happens(Kind kind, String subject, Instant at) {
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

  /** Returns after a whole step at the current time. */
  void tick() {
    int before = steps.get();
    patiently()
        .until(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(1));
              return steps.get() >= before + 2;
            });
  }

  void pass(long seconds) {
    clock.pass(Duration.ofSeconds(seconds));
    tick();
  }

  static List<DeliveryState> deliveries(Notification notification) {
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

  /** An attempt in flight already has its number, but still the previous error. */
  static void isNow(Notification notification, DeliveryState... states) {
    assertThat(deliveries(notification)).containsExactly(states);
  }

  static void awaitState(Notification notification, DeliveryState... states) {
    patiently().untilAsserted(() -> isNow(notification, states));
  }

  DeliveryState delivered(String webhook, int attempts) {
    return new DeliveryState(webhook, attempts, clock.instant(), null, "");
  }

  DeliveryState failed(String webhook, int attempts, String error, long nextInSeconds) {
    return new DeliveryState(
        webhook, attempts, null, clock.instant().plusSeconds(nextInSeconds), error);
  }

  /** The count follows shortly after the store. */
  void awaitMetered(String name, String webhook, int times) {
    Counter counter = meters.get("millrace.webhooks." + name).tag("webhook", webhook).counter();
    patiently().untilAsserted(() -> assertThat(counter.count()).as(name).isEqualTo(times));
  }

  /** Checks the signature by the documentation alone, as a receiver would. */
  static boolean isSigned(WebhookReceiver.ReceivedRequest request, Instant at) throws Exception {
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

  static void awaitTicking(ThrowingRunnable assertion) {
    patiently()
        .untilAsserted(
            () -> {
              journal.time.timePasses(Duration.ofSeconds(1));
              assertion.run();
            });
  }
}
