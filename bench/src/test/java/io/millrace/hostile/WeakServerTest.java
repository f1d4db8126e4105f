package io.millrace.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.millrace.engine.check.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A suite that cannot fail proves nothing: here is a server that defends itself against nothing.
 */
class WeakServerTest {
  private static final Duration SOON = Duration.ofSeconds(1);

  private WeakServer server;

  @BeforeEach
  void start() throws IOException {
    server = WeakServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static HostileOptions options(String... args) throws IOException {
    return HostileOptions.parse(List.of(args), "any", 7);
  }

  static Stream<Named<Attack>> attacks() {
    return Stream.of(
            new RoleMatrix(),
            new ForeignWorker(),
            new CredentialReader(),
            new ForbiddenAddresses(),
            new ForbiddenDefinitions(),
            new ForgedLogLines(),
            new SmuggledRequests(),
            new DocumentBombs(),
            new LargeDocuments(),
            new UnfinishedBodies(SOON),
            new SlowHeaders(SOON),
            new ConnectionFlood(SOON),
            new TokenGuesses())
        .map(attack -> Named.of(attack.name(), attack));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackThatIsNotWardedOffIsFound(Attack attack) throws Exception {
    HostileOptions options = options(server.url(), "--size", "short");
    AttackTarget target = AttackTarget.of(server.url());
    ApiClient admin = target.client("any");
    List<Finding> findings;
    try (SuiteResources belongings = new SuiteResources(admin, "n", Instant.EPOCH)) {
      AttackContext arena =
          new AttackContext(target, admin, belongings, options, new AttackTally());
      findings = attack.run(arena, AttackSize.SHORT, new Random(7));
    }
    assertThat(findings).anyMatch(finding -> !finding.isFine());
  }

  @Test
  void theVerdictIsBrokenAndSaysWhatIs() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    AttackSuite suite =
        new AttackSuite(
            options(server.url(), "--size", "short", "--only", "guesses"),
            Clock.systemUTC(),
            new PrintStream(said, true, StandardCharsets.UTF_8));
    suite.checkTarget();
    assertThat(suite.run()).isFalse();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .endsWith("verdict: BROKEN" + System.lineSeparator())
        .contains("guesses: a wrong token is 401 or 429 ", "200 {\"role\"");
  }

  @Test
  void nothingButANodeIsAttacked() throws Exception {
    List<String> asked = new ArrayList<>();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    other.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    other.start();
    try {
      String url = "http://127.0.0.1:" + other.getAddress().getPort();
      AttackSuite suite = new AttackSuite(options(url), Clock.systemUTC(), System.out);
      assertThatThrownBy(suite::checkTarget).hasMessageContaining("is no node of Millrace");
      assertThat(asked).containsExactly("/openapi.yaml");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void aNodeElsewhereMustBeOnesOwn() throws Exception {
    AttackSuite suite =
        new AttackSuite(options("http://192.0.2.1:8080"), Clock.systemUTC(), System.out);
    assertThatThrownBy(suite::checkTarget).hasMessageContaining("--mine");
  }
}
