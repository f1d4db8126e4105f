package io.millrace.http;

import com.fasterxml.uuid.Generators;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.http.KnownTokens.Hashed;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that open the API. A node answers from what it knows, and hears once a second what
 * other nodes made or revoked.
 */
final class AccessTokens implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessTokens.class);
  private static final long LOOK_EVERY_MS = 1_000;

  /** Looks for unknown tokens between two regular ones: a flood of wrong tokens costs no more. */
  static final int MOST_LOOKS = 10;

  /** A token that was just made: the only time that it is seen. */
  record Made(String secret, Token token) {}

  /** What became of a wish to revoke a token. */
  enum Revoked {
    DONE,
    UNKNOWN,
    /** A node is given it at its start: there it has to be changed. */
    KEPT
  }

  private final TokenStore store;
  private final Clock clock;
  private final Hashed own;
  private final TokenUse use = new TokenUse();
  private final AtomicInteger looksLeft = new AtomicInteger(MOST_LOOKS);
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "access-tokens"));
  private final AsyncSql sql = new AsyncSql(thread);

  /** Of its own: whoever makes up ids holds up no look for tokens that were revoked. */
  private final ExecutorService idThread =
      Executors.newSingleThreadExecutor(work -> daemon(work, "worker-ids"));

  private final WorkerIds workerIds;
  private volatile KnownTokens known;
  private long version;

  private AccessTokens(DataSource database, TokenStore store, Clock clock, Hashed own)
      throws SQLException {
    this.store = store;
    this.workerIds = new WorkerIds(new WorkerIdStore(database), new AsyncSql(idThread), clock);
    this.clock = clock;
    this.own = own;
    this.version = store.version();
    this.known = new KnownTokens(store.all(), own);
  }

  /** Saves the node's own token and loads all others. */
  static AccessTokens open(DataSource database, AdminToken own, Clock clock) throws SQLException {
    TokenStore store = new TokenStore(database);
    return new AccessTokens(database, store, clock, store.keep(own, newId(), now(clock)));
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Goes on watching. */
  void start() {
    thread.scheduleWithFixedDelay(this::tick, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /** Whose token it is; none if it is not known here, or has expired. */
  Optional<Caller> known(String token) {
    Instant now = clock.instant();
    Optional<Token> found = known.find(Secret.hash(token)).filter(it -> !it.isExpired(now));
    found.ifPresent(it -> use.used(it.id(), now));
    return found.map(Token::caller);
  }

  /** As {@link #known}, after a look at the database if that may help and is not done too often. */
  CompletionStage<Optional<Caller>> look(String token) {
    boolean worthIt =
        Secret.isWellFormed(token) && looksLeft.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    return worthIt
        ? sql.run(this::takeOver).thenApply(done -> known(token))
        : CompletableFuture.completedFuture(known(token));
  }

  /** Which of them uses which worker's id. */
  WorkerIds workerIds() {
    return workerIds;
  }

  CompletionStage<Made> create(NewToken wanted, Caller by) {
    String secret = Secret.make();
    Token token =
        new Token(
            newId(),
            wanted.name(),
            wanted.role(),
            null,
            now(clock),
            by.name(),
            wanted.expiresAt(),
            null,
            wanted.bounds());
    return sql.run(
        () -> {
          store.add(Secret.hash(secret), token);
          LOG.info(
              "{} made the token {} '{}' with the role {}",
              by.name(),
              token.id(),
              token.name(),
              token.role().text());
          takeOver();
          return new Made(secret, token);
        });
  }

  CompletionStage<List<Token>> list(UUID after, int limit) {
    return sql.run(() -> store.list(after, limit));
  }

  CompletionStage<Revoked> revoke(UUID id, Caller by) {
    return sql.run(
        () -> {
          Optional<Token> token = store.find(id);
          if (token.filter(this::isKept).isPresent()) {
            return Revoked.KEPT;
          }
          if (token.isEmpty() || !store.remove(id)) {
            return Revoked.UNKNOWN;
          }
          LOG.info("{} revoked the token {} '{}'", by.name(), id, token.get().name());
          takeOver();
          return Revoked.DONE;
        });
  }

  /** What is kept in another node's data directory may be left over from a node that is gone. */
  private boolean isKept(Token token) {
    return token.id().equals(own.token().id()) || AdminToken.ENVIRONMENT.equals(token.keptIn());
  }

  private void tick() {
    try {
      takeOver();
      looksLeft.set(MOST_LOOKS);
      storeUse();
      workerIds.sweep();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not look for tokens, those that are known stay valid: {}", fault.toString());
    }
  }

  private Void takeOver() throws SQLException {
    long newest = store.version();
    if (newest != version) {
      known = new KnownTokens(store.all(), own);
      version = newest;
    }
    return null;
  }

  private void storeUse() throws SQLException {
    Map<UUID, Instant> news = use.unstored();
    if (!news.isEmpty()) {
      store.used(news);
      use.stored(news);
    }
  }

  private static UUID newId() {
    return Generators.timeBasedEpochRandomGenerator().generate();
  }

  private static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    idThread.shutdownNow();
  }
}
