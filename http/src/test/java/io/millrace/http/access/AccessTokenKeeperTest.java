package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.http.access.AccessTokenKeeper.CreatedAccessToken;
import io.millrace.http.access.AccessTokenKeeper.RevokeResult;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens as the nodes of a cluster know them: one registry each, on one database. */
class AccessTokenKeeperTest {
  private static final String ADMIN = "the-token-of-all-nodes";
  private static final Duration SOON = Duration.ofSeconds(20);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final List<AccessTokenKeeper> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(AccessTokenKeeper::close);
  }

  /** One that hears nothing by itself unless it is started. */
  private AccessTokenKeeper open(DataSource source) throws Exception {
    AdminToken own = new AdminToken(ADMIN, AdminToken.ENVIRONMENT, AdminToken.ENVIRONMENT);
    AccessTokenKeeper tokens = AccessTokenKeeper.open(source, own, clock);
    opened.add(tokens);
    return tokens;
  }

  private AccessTokenKeeper open() throws Exception {
    return open(database.dataSource());
  }

  private static <T> T done(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static Caller admin(AccessTokenKeeper tokens) {
    return tokens.findCaller(ADMIN).orElseThrow();
  }

  private static CreatedAccessToken make(AccessTokenKeeper tokens, Role role, Instant expiresAt) {
    return done(
        tokens.create(
            new NewAccessToken("some", role, expiresAt, WorkerBounds.NONE), admin(tokens)));
  }

  private static CreatedAccessToken make(AccessTokenKeeper tokens) {
    return make(tokens, Role.WORKER, null);
  }

  @Test
  void anotherNodeLearnsOfATokenAtOnceByLookingForIt() throws Exception {
    AccessTokenKeeper here = open();
    AccessTokenKeeper there = open();
    CreatedAccessToken made = make(here);
    assertThat(here.findCaller(made.secret()))
        .contains(new Caller(made.token().id(), "some", Role.WORKER, WorkerBounds.NONE));
    assertThat(there.findCaller(made.secret())).isEmpty();
    assertThat(done(there.findCallerOrReload(made.secret())))
        .isEqualTo(here.findCaller(made.secret()));
  }

  @Test
  void anotherNodeLearnsByItselfWhatWasMadeAndWhatWasRevoked() throws Exception {
    AccessTokenKeeper here = open();
    AccessTokenKeeper there = open();
    there.start();
    CreatedAccessToken made = make(here);
    await().atMost(SOON).until(() -> there.findCaller(made.secret()).isPresent());
    assertThat(done(here.revoke(made.token().id(), admin(here)))).isEqualTo(RevokeResult.DONE);
    assertThat(here.findCaller(made.secret())).as("at once").isEmpty();
    await().atMost(SOON).until(() -> there.findCaller(made.secret()).isEmpty());
    assertThat(done(there.findCallerOrReload(made.secret()))).isEmpty();
    assertThat(done(there.revoke(made.token().id(), admin(there)))).isEqualTo(RevokeResult.UNKNOWN);
  }

  @Test
  void aTokenIsValidUntilItExpires() throws Exception {
    AccessTokenKeeper tokens = open();
    CreatedAccessToken made = make(tokens, Role.VIEWER, clock.instant().plusSeconds(60));
    clock.pass(Duration.ofMillis(59_999));
    assertThat(tokens.findCaller(made.secret())).isPresent();
    clock.pass(Duration.ofMillis(1));
    assertThat(tokens.findCaller(made.secret())).isEmpty();
    assertThat(done(tokens.findCallerOrReload(made.secret()))).isEmpty();
    assertThat(tokens.findCaller(ADMIN)).as("which never expires").isPresent();
  }

  @Test
  void aFloodOfWrongTokensIsNoFloodOfQueries() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    AccessTokenKeeper tokens = open(counting(connections));
    connections.set(0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(done(tokens.findCallerOrReload("mr_" + "%043d".formatted(i)))).isEmpty();
      assertThat(done(tokens.findCallerOrReload("guess " + i))).isEmpty();
    }
    assertThat(connections.get()).isEqualTo(AccessTokenKeeper.MOST_LOOKS);
    CreatedAccessToken made = make(open());
    assertThat(done(tokens.findCallerOrReload(made.secret()))).as("a moment later, then").isEmpty();
    tokens.start();
    await().atMost(SOON).until(() -> tokens.findCaller(made.secret()).isPresent());
    Optional<Caller> looked = done(tokens.findCallerOrReload(make(open()).secret()));
    assertThat(looked).as("there are looks again").isPresent();
  }

  private DataSource counting(AtomicInteger connections) {
    DataSource real = database.dataSource();
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection")) {
                connections.incrementAndGet();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException fault) {
                throw fault.getCause();
              }
            });
  }

  @Test
  void theLastUseIsStoredAtFirstAndThenOnceAMinute() throws Exception {
    AccessTokenKeeper tokens = open();
    CreatedAccessToken made = make(tokens);
    Instant first = clock.instant();
    tokens.findCaller(made.secret());
    tokens.start();
    await().atMost(SOON).until(() -> first.equals(lastUsed(tokens, made)));
    clock.pass(Duration.ofSeconds(59));
    tokens.findCaller(made.secret());
    CreatedAccessToken other = make(tokens);
    tokens.findCaller(other.secret());
    Instant second = clock.instant();
    await().atMost(SOON).until(() -> second.equals(lastUsed(tokens, other)));
    assertThat(lastUsed(tokens, made)).as("not worth a write").isEqualTo(first);
    clock.pass(Duration.ofSeconds(1));
    tokens.findCaller(made.secret());
    await().atMost(SOON).until(() -> clock.instant().equals(lastUsed(tokens, made)));
  }

  private static Instant lastUsed(AccessTokenKeeper tokens, CreatedAccessToken made) {
    return done(tokens.list(null, 100)).stream()
        .filter(token -> token.id().equals(made.token().id()))
        .findFirst()
        .orElseThrow()
        .lastUsedAt();
  }

  @Test
  void noUseMovesTheTimeBack() throws Exception {
    AccessTokenKeeper tokens = open();
    CreatedAccessToken made = make(tokens);
    TestSql.execute(database, "update access_token set last_used_at = '2030-01-01T00:00:00Z'");
    tokens.findCaller(made.secret());
    CreatedAccessToken other = make(tokens);
    tokens.findCaller(other.secret());
    tokens.start();
    await().atMost(SOON).until(() -> lastUsed(tokens, other) != null);
    assertThat(lastUsed(tokens, made)).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void theTokenOfANodeThatIsGoneCanBeRevokedAndThatOfThisOneCannot() throws Exception {
    AccessTokenKeeper gone =
        AccessTokenKeeper.open(
            database.dataSource(),
            new AdminToken("kept-in-some-file", "data directory", "a file"),
            clock);
    opened.add(gone);
    AccessTokenKeeper tokens = open();
    Caller left = tokens.findCaller("kept-in-some-file").orElseThrow();
    assertThat(done(tokens.revoke(left.token(), admin(tokens)))).isEqualTo(RevokeResult.DONE);
    assertThat(tokens.findCaller("kept-in-some-file")).isEmpty();
    assertThat(done(tokens.revoke(admin(tokens).token(), admin(tokens))))
        .isEqualTo(RevokeResult.KEPT);
    assertThat(done(gone.revoke(left.token(), left))).isEqualTo(RevokeResult.UNKNOWN);
  }

  @Test
  void aCallerThatInventsWorkerIdsDelaysNoTokens() throws Exception {
    AccessTokenKeeper tokens = open();
    Caller worker = tokens.findCaller(make(tokens).secret()).orElseThrow();
    try (Connection busy = database.connect()) {
      busy.setAutoCommit(false);
      busy.createStatement().execute("lock table worker_id in exclusive mode");
      CompletableFuture<Boolean> taken = tokens.workerIds().take("w", worker).toCompletableFuture();
      assertThat(tokens.list(null, 10)).succeedsWithin(SOON);
      assertThat(taken).isNotDone();
      busy.rollback();
      assertThat(taken.join()).isTrue();
    }
  }
}
