package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.TestClock;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.store.TestDatabase;
import io.millrace.http.AccessTokens.Made;
import io.millrace.http.AccessTokens.Revoked;
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
class AccessTokensTest {
  private static final String ADMIN = "the-token-of-all-nodes";
  private static final Duration SOON = Duration.ofSeconds(20);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final List<AccessTokens> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(AccessTokens::close);
  }

  /** One that hears nothing by itself unless it is started. */
  private AccessTokens open(DataSource source) throws Exception {
    AdminToken own = new AdminToken(ADMIN, AdminToken.ENVIRONMENT, AdminToken.ENVIRONMENT);
    AccessTokens tokens = AccessTokens.open(source, own, clock);
    opened.add(tokens);
    return tokens;
  }

  private AccessTokens open() throws Exception {
    return open(database.dataSource());
  }

  private static <T> T done(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static Caller admin(AccessTokens tokens) {
    return tokens.known(ADMIN).orElseThrow();
  }

  private static Made make(AccessTokens tokens, Role role, Instant expiresAt) {
    return done(
        tokens.create(new NewToken("some", role, expiresAt, WorkerBounds.NONE), admin(tokens)));
  }

  private static Made make(AccessTokens tokens) {
    return make(tokens, Role.WORKER, null);
  }

  @Test
  void anotherNodeLearnsOfATokenAtOnceByLookingForIt() throws Exception {
    AccessTokens here = open();
    AccessTokens there = open();
    Made made = make(here);
    assertThat(here.known(made.secret()))
        .contains(new Caller(made.token().id(), "some", Role.WORKER, WorkerBounds.NONE));
    assertThat(there.known(made.secret())).isEmpty();
    assertThat(done(there.look(made.secret()))).isEqualTo(here.known(made.secret()));
  }

  @Test
  void anotherNodeLearnsByItselfWhatWasMadeAndWhatWasRevoked() throws Exception {
    AccessTokens here = open();
    AccessTokens there = open();
    there.start();
    Made made = make(here);
    await().atMost(SOON).until(() -> there.known(made.secret()).isPresent());
    assertThat(done(here.revoke(made.token().id(), admin(here)))).isEqualTo(Revoked.DONE);
    assertThat(here.known(made.secret())).as("at once").isEmpty();
    await().atMost(SOON).until(() -> there.known(made.secret()).isEmpty());
    assertThat(done(there.look(made.secret()))).isEmpty();
    assertThat(done(there.revoke(made.token().id(), admin(there)))).isEqualTo(Revoked.UNKNOWN);
  }

  @Test
  void aTokenIsValidUntilItExpires() throws Exception {
    AccessTokens tokens = open();
    Made made = make(tokens, Role.VIEWER, clock.instant().plusSeconds(60));
    clock.pass(Duration.ofMillis(59_999));
    assertThat(tokens.known(made.secret())).isPresent();
    clock.pass(Duration.ofMillis(1));
    assertThat(tokens.known(made.secret())).isEmpty();
    assertThat(done(tokens.look(made.secret()))).isEmpty();
    assertThat(tokens.known(ADMIN)).as("which never expires").isPresent();
  }

  @Test
  void aFloodOfWrongTokensIsNoFloodOfQueries() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    AccessTokens tokens = open(counting(connections));
    connections.set(0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(done(tokens.look("mr_" + "%043d".formatted(i)))).isEmpty();
      assertThat(done(tokens.look("guess " + i))).isEmpty();
    }
    assertThat(connections.get()).isEqualTo(AccessTokens.MOST_LOOKS);
    Made made = make(open());
    assertThat(done(tokens.look(made.secret()))).as("a moment later, then").isEmpty();
    tokens.start();
    await().atMost(SOON).until(() -> tokens.known(made.secret()).isPresent());
    Optional<Caller> looked = done(tokens.look(make(open()).secret()));
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
    AccessTokens tokens = open();
    Made made = make(tokens);
    Instant first = clock.instant();
    tokens.known(made.secret());
    tokens.start();
    await().atMost(SOON).until(() -> first.equals(lastUsed(tokens, made)));
    clock.pass(Duration.ofSeconds(59));
    tokens.known(made.secret());
    Made other = make(tokens);
    tokens.known(other.secret());
    Instant second = clock.instant();
    await().atMost(SOON).until(() -> second.equals(lastUsed(tokens, other)));
    assertThat(lastUsed(tokens, made)).as("not worth a write").isEqualTo(first);
    clock.pass(Duration.ofSeconds(1));
    tokens.known(made.secret());
    await().atMost(SOON).until(() -> clock.instant().equals(lastUsed(tokens, made)));
  }

  private static Instant lastUsed(AccessTokens tokens, Made made) {
    return done(tokens.list(null, 100)).stream()
        .filter(token -> token.id().equals(made.token().id()))
        .findFirst()
        .orElseThrow()
        .lastUsedAt();
  }

  @Test
  void noUseMovesTheTimeBack() throws Exception {
    AccessTokens tokens = open();
    Made made = make(tokens);
    Sql.execute(database, "update access_token set last_used_at = '2030-01-01T00:00:00Z'");
    tokens.known(made.secret());
    Made other = make(tokens);
    tokens.known(other.secret());
    tokens.start();
    await().atMost(SOON).until(() -> lastUsed(tokens, other) != null);
    assertThat(lastUsed(tokens, made)).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void theTokenOfANodeThatIsGoneCanBeRevokedAndThatOfThisOneCannot() throws Exception {
    AccessTokens gone =
        AccessTokens.open(
            database.dataSource(),
            new AdminToken("kept-in-some-file", "data directory", "a file"),
            clock);
    opened.add(gone);
    AccessTokens tokens = open();
    Caller left = tokens.known("kept-in-some-file").orElseThrow();
    assertThat(done(tokens.revoke(left.token(), admin(tokens)))).isEqualTo(Revoked.DONE);
    assertThat(tokens.known("kept-in-some-file")).isEmpty();
    assertThat(done(tokens.revoke(admin(tokens).token(), admin(tokens)))).isEqualTo(Revoked.KEPT);
    assertThat(done(gone.revoke(left.token(), left))).isEqualTo(Revoked.UNKNOWN);
  }

  @Test
  void whoeverMakesUpIdsOfWorkersHoldsUpNoTokens() throws Exception {
    AccessTokens tokens = open();
    Caller worker = tokens.known(make(tokens).secret()).orElseThrow();
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
