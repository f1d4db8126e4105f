package io.millrace.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.node.Engine;
import io.millrace.http.endpoint.Role;
import io.millrace.http.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** A whole node in this JVM, on a real database of its own, with its API on a free port. */
public final class TestNode implements AutoCloseable {
  public static final String TOKEN = "a-token-for-tests-only";

  private static final Config ANY_CLOCK =
      ConfigFactory.parseString("millrace.clock.max-offset = 0s");

  private final Node node;
  public final TestClient client;
  public final DatabaseUrl database;

  private TestNode(Node node, DatabaseUrl database) {
    this.node = node;
    this.database = database;
    this.client = new TestClient(node.address(), TOKEN);
  }

  public static TestNode start() {
    return start("");
  }

  /**
   * @param settings HOCON, on top of the defaults
   */
  public static TestNode start(String settings) {
    return start(settings, Clock.systemUTC());
  }

  public static TestNode start(String settings, Clock clock) {
    return start(settings, clock, TestDatabase.fresh());
  }

  public static TestNode start(String settings, Clock clock, DatabaseUrl database) {
    return start(
        settings, clock, clock instanceof TestClock ? () -> 0 : System::nanoTime, database);
  }

  /**
   * @param nanos a clock that never steps
   */
  static TestNode start(String settings, Clock clock, LongSupplier nanos, DatabaseUrl database) {
    try {
      Path dataDir = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "node");
      Config config =
          ConfigFactory.parseString(settings)
              .withFallback(
                  ConfigFactory.parseMap(
                      Map.of(
                          "millrace.data-dir", dataDir.toString(),
                          "millrace.db.url", database.url(),
                          "millrace.db.user", database.user(),
                          "millrace.db.password", database.password(),
                          "millrace.http.port", 0,
                          "millrace.outbound.allow", List.of("127.0.0.0/8"),
                          "millrace.http.admin-token", TOKEN)))
              .withFallback(clock.equals(Clock.systemUTC()) ? ConfigFactory.empty() : ANY_CLOCK);
      return new TestNode(Node.start(Settings.load(config), clock, nanos), database);
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
  }

  public InetSocketAddress address() {
    return node.address();
  }

  /** The engine behind the API, for what would take too long through it. */
  public Engine engine() {
    return node.engine();
  }

  public TestClient anonymous() {
    return with(null);
  }

  public TestClient with(String token) {
    return new TestClient(node.address(), token);
  }

  /** A client with a new token of that role. */
  public TestClient as(Role role) {
    return with(token(role));
  }

  /** A new token of that role. */
  public String token(Role role) {
    return client
        .post("/tokens", "{\"name\": \"a %s\", \"role\": \"%1$s\"}".formatted(role.text()))
        .text("token");
  }

  @Override
  public void close() {
    node.close();
  }
}
