package io.millrace.engine.notify;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.WebhookStore.StoredWebhook;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lists, saves, deletes and tests webhooks. Those of the settings can only be listed and tested.
 */
public final class WebhookService {
  /** Each test holds a connection and a place, so there are few at once. */
  private static final int TESTS_AT_ONCE = 4;

  private static final Duration LONGEST_TEST = Duration.ofSeconds(10);

  /**
   * A webhook, without its secret.
   *
   * @param version 0 if it is one of the settings
   * @param savedAt absent if it is one of the settings
   */
  public record ListedWebhook(
      String name,
      String url,
      Set<Kind> kinds,
      long version,
      String savedBy,
      @Nullable Instant savedAt) {
    public boolean isConfigured() {
      return savedAt == null;
    }

    /** Omits the address, which may contain a secret. */
    @Override
    public String toString() {
      return "ListedWebhook[" + name + "]";
    }
  }

  /** A saved webhook, and whether it is new. */
  public record SavedWebhook(ListedWebhook webhook, boolean created) {}

  /** What became of a webhook that was to be deleted. */
  public enum DeleteResult {
    DONE,
    UNKNOWN,
    CONFIGURED
  }

  /**
   * The answer to a test.
   *
   * @param status 0 if there was no answer
   * @param error empty if the webhook accepted it
   */
  public record WebhookTest(UUID delivery, int status, String error, Duration took) {}

  /** Too many tests run on this node. */
  public static final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BusyException() {
      super(TESTS_AT_ONCE + " tests of webhooks run on this node; try again", null, false, false);
    }
  }

  private final AsyncSql sql;
  private final DataSource database;
  private final List<Webhook> configured;
  private final WebhookStore store;
  private final WebhookSender sender;
  private final Clock clock;
  private final Semaphore tests = new Semaphore(TESTS_AT_ONCE);

  public WebhookService(
      AsyncSql sql,
      DataSource database,
      List<Webhook> configured,
      WebhookStore store,
      WebhookSender sender,
      Clock clock) {
    this.sql = sql;
    this.database = database;
    this.configured = List.copyOf(configured);
    this.store = store;
    this.sender = sender;
    this.clock = clock;
  }

  /** All webhooks, ordered by name. A name of the settings counts, in case it is in both. */
  public CompletionStage<List<ListedWebhook>> list() {
    return sql.run(
        () -> {
          try (Connection connection = database.getConnection()) {
            List<ListedWebhook> all = new ArrayList<>();
            configured.forEach(webhook -> all.add(listed(webhook)));
            WebhookStore.all(connection).stream()
                .filter(webhook -> !store.isConfigured(webhook.name()))
                .forEach(webhook -> all.add(listed(webhook)));
            all.sort(Comparator.comparing(ListedWebhook::name));
            return List.copyOf(all);
          }
        });
  }

  public CompletionStage<Optional<ListedWebhook>> find(String name) {
    return list()
        .thenApply(all -> all.stream().filter(webhook -> webhook.name().equals(name)).findFirst());
  }

  private static ListedWebhook listed(Webhook webhook) {
    return new ListedWebhook(
        webhook.name(), webhook.url().toString(), webhook.kinds(), 0, "settings", null);
  }

  private static ListedWebhook listed(StoredWebhook webhook) {
    return new ListedWebhook(
        webhook.name(),
        webhook.url(),
        webhook.kinds(),
        webhook.version(),
        webhook.savedBy(),
        webhook.savedAt());
  }

  /**
   * Makes a webhook or replaces it.
   *
   * @throws InvalidInputException with every error in it
   * @throws io.millrace.engine.input.VersionConflictException if it has another version
   */
  public CompletionStage<SavedWebhook> save(
      String name, JsonNode content, String by, ExpectedVersion expected) {
    return sql.run(
        () ->
            Transaction.run(database, connection -> save(connection, name, content, by, expected)));
  }

  private SavedWebhook save(
      Connection connection, String name, JsonNode content, String by, ExpectedVersion expected)
      throws SQLException {
    WebhookStore.lock(connection);
    Optional<StoredWebhook> before = WebhookStore.find(connection, name);
    check(expected, name, before);
    WebhookDefinition definition = store.read(name, content, before.isPresent());
    store.write(connection, List.of(definition), List.of(), by, clock.instant());
    StoredWebhook saved = WebhookStore.find(connection, name).orElseThrow();
    return new SavedWebhook(listed(saved), before.isEmpty());
  }

  private static void check(
      ExpectedVersion expected, String name, Optional<StoredWebhook> current) {
    expected.check(
        "webhook '" + name + "'",
        current.map(webhook -> Long.toString(webhook.version())).orElse(null));
  }

  public CompletionStage<DeleteResult> delete(String name, String by, ExpectedVersion expected) {
    if (store.isConfigured(name)) {
      return CompletableFuture.completedFuture(DeleteResult.CONFIGURED);
    }
    return sql.run(
        () ->
            Transaction.run(
                database,
                connection -> {
                  WebhookStore.lock(connection);
                  Optional<StoredWebhook> before = WebhookStore.find(connection, name);
                  if (before.isEmpty()) {
                    return DeleteResult.UNKNOWN;
                  }
                  check(expected, name, before);
                  store.write(connection, List.of(), List.of(name), by, clock.instant());
                  return DeleteResult.DONE;
                }));
  }

  /**
   * Posts one signed test to a webhook, and waits for its answer. Nothing is stored or repeated.
   *
   * @return empty if there is no such webhook
   * @throws BusyException if too many tests run
   */
  public CompletionStage<Optional<WebhookTest>> test(String name, String by) {
    if (!tests.tryAcquire()) {
      return CompletableFuture.failedFuture(new BusyException());
    }
    return sql.run(() -> open(name))
        .thenCompose(
            webhook ->
                webhook
                    .map(found -> send(found, by).thenApply(Optional::of))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
        .whenComplete((done, fault) -> tests.release());
  }

  private CompletionStage<WebhookTest> send(Webhook webhook, String by) {
    UUID delivery = UUID.randomUUID();
    Instant began = clock.instant();
    return sender
        .sendTest(delivery, webhook, by, LONGEST_TEST)
        .thenApply(
            answer ->
                new WebhookTest(
                    delivery,
                    answer.status(),
                    answer.error(),
                    Duration.between(began, clock.instant())));
  }

  private Optional<Webhook> open(String name) throws SQLException {
    Optional<Webhook> known =
        configured.stream().filter(webhook -> webhook.name().equals(name)).findFirst();
    if (known.isPresent()) {
      return known;
    }
    try (Connection connection = database.getConnection()) {
      return WebhookStore.find(connection, name).map(store::open);
    }
  }
}
