package io.millrace.http.access;

import com.fasterxml.uuid.Generators;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.http.access.KnownAccessTokens.HashedAccessToken;
import io.millrace.http.endpoint.Caller;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that open the API. A node answers from what it knows, and hears once a second what
 * other nodes made or revoked.
 */
public final class AccessTokenKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessTokenKeeper.class);
  private static final long LOOK_EVERY_MS = 1_000;

  /** Looks for unknown tokens between two regular ones: a flood of wrong tokens costs no more. */
  static final int MOST_LOOKS = 10;

  /** A new token with its text, which is shown only once. */
  record CreatedAccessToken(String secret, AccessToken token) {}

  /** The result of a request to revoke a token. */
  enum RevokeResult {
    DONE,
    UNKNOWN,
    /** A node gets this token at its start, so change it there. */
    KEPT
  }

  private final AccessTokenStore store;
  private final Clock clock;
  private final HashedAccessToken own;
  private final AccessTokenUses use = new AccessTokenUses();
  private final AtomicInteger looksLeft = new AtomicInteger(MOST_LOOKS);
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(work -> daemonThread(work, "access-tokens"));
  private final AsyncSql sql = new AsyncSql(thread);

  /** A thread of its own: a caller that invents worker ids must not delay revocations. */
  private final ExecutorService idThread =
      Executors.newSingleThreadExecutor(work -> daemonThread(work, "worker-ids"));

  private final WorkerIds workerIds;
  private volatile KnownAccessTokens knownTokens;
  private long version;

  private AccessTokenKeeper(
      DataSource database, AccessTokenStore store, Clock clock, HashedAccessToken own)
      throws SQLException {
    this.store = store;
    this.workerIds = new WorkerIds(new WorkerIdStore(database), new AsyncSql(idThread), clock);
    this.clock = clock;
    this.own = own;
    this.version = store.version();
    this.knownTokens = new KnownAccessTokens(store.all(), own);
  }

  /** Saves the node's own token and loads all others. */
  public static AccessTokenKeeper open(DataSource database, AdminToken own, Clock clock)
      throws SQLException {
    AccessTokenStore store = new AccessTokenStore(database);
    return new AccessTokenKeeper(
        database, store, clock, store.saveAdminToken(own, newId(), now(clock)));
  }

  private static Thread daemonThread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Keeps watching for changes. */
  public void start() {
    thread.scheduleWithFixedDelay(this::tick, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /** Whose token it is; none if it is not known here, or has expired. */
  Optional<Caller> findCaller(String token) {
    Instant now = clock.instant();
    Optional<AccessToken> found =
        knownTokens.find(AccessTokenSecret.hash(token)).filter(it -> !it.isExpired(now));
    found.ifPresent(it -> use.noteUse(it.id(), now));
    return found.map(AccessToken::caller);
  }

  /**
   * As {@link #knownTokens}, after a look at the database if that may help and is not done too
   * often.
   */
  CompletionStage<Optional<Caller>> findCallerOrReload(String token) {
    boolean worthIt =
        AccessTokenSecret.isWellFormed(token)
            && looksLeft.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    return worthIt
        ? sql.run(this::reloadIfChanged).thenApply(done -> findCaller(token))
        : CompletableFuture.completedFuture(findCaller(token));
  }

  /** Which of them uses which worker's id. */
  public WorkerIds workerIds() {
    return workerIds;
  }

  CompletionStage<CreatedAccessToken> create(NewAccessToken wanted, Caller by) {
    String secret = AccessTokenSecret.make();
    AccessToken token =
        AccessToken.builder()
            .id(newId())
            .name(wanted.name())
            .role(wanted.role())
            .createdAt(now(clock))
            .createdBy(by.name())
            .expiresAt(wanted.expiresAt())
            .bounds(wanted.bounds())
            .build();
    return sql.run(
        () -> {
          store.add(AccessTokenSecret.hash(secret), token);
          LOG.info(
              "{} created the access token {} '{}' with the role {}",
              by.name(),
              token.id(),
              token.name(),
              token.role().text());
          reloadIfChanged();
          return new CreatedAccessToken(secret, token);
        });
  }

  CompletionStage<List<AccessToken>> list(@Nullable UUID after, int limit) {
    return sql.run(() -> store.list(after, limit));
  }

  CompletionStage<RevokeResult> revoke(UUID id, Caller by) {
    return sql.run(
        () -> {
          Optional<AccessToken> token = store.find(id);
          if (token.filter(this::isGivenAtStart).isPresent()) {
            return RevokeResult.KEPT;
          }
          if (token.isEmpty() || !store.remove(id)) {
            return RevokeResult.UNKNOWN;
          }
          LOG.info("{} revoked the access token {} '{}'", by.name(), id, token.get().name());
          reloadIfChanged();
          return RevokeResult.DONE;
        });
  }

  /** What is kept in another node's data directory may be left over from a node that is gone. */
  private boolean isGivenAtStart(AccessToken token) {
    return token.id().equals(own.token().id()) || AdminToken.ENVIRONMENT.equals(token.keptIn());
  }

  private void tick() {
    try {
      reloadIfChanged();
      looksLeft.set(MOST_LOOKS);
      storeUses();
      workerIds.sweep();
    } catch (SQLException away) {
      // The database is away; a stack trace at each tick hides the rest.
      LOG.warn("Could not read the access tokens; known ones stay valid: {}", away.toString());
    } catch (RuntimeException fault) {
      LOG.warn("Could not read the access tokens; known ones stay valid", fault);
    }
  }

  private Void reloadIfChanged() throws SQLException {
    long newest = store.version();
    if (newest != version) {
      knownTokens = new KnownAccessTokens(store.all(), own);
      version = newest;
    }
    return null;
  }

  private void storeUses() throws SQLException {
    Map<UUID, Instant> news = use.usesToStore();
    if (!news.isEmpty()) {
      store.saveUses(news);
      use.markStored(news);
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
