package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.engine.platform.FreePort;
import io.millrace.http.TestNode;
import io.millrace.http.cli.CliKit.CliRun;
import io.millrace.http.endpoint.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line says if it is not let in, or if nobody is there. */
@Timeout(120)
class CliAccessTest {
  @TempDir static Path dir;
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static CliKit as(String token) {
    return new CliKit(dir).with("MILLRACE_URL", CliKit.url(node)).with("MILLRACE_TOKEN", token);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get tasks",
        "get nodes -o json",
        "run collection demo c --wait",
        "tail x",
        "explain user ann",
        "cancel task x",
        "rerun tasks",
        "pause job x",
        "resume pool default",
        "disable user-site x",
        "enable user-site x",
        "import -",
        "tokens list",
        "top --once"
      })
  void aNodeThatIsAwayIsExitCodeFive(String command) throws Exception {
    CliRun run = CliKit.of(node, dir).line(command + " --url http://127.0.0.1:" + FreePort.take());
    assertThat(run.exit()).as(run.err()).isEqualTo(5);
    assertThat(run.err()).contains("got no answer").contains("millrace serve");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get tasks",
        "run collection demo c",
        "tail x",
        "tokens list",
        "import -",
        "top --once"
      })
  void aWrongTokenIsExitCodeFour(String command) {
    CliRun run = as("not-the-token-of-anybody").line(command);
    assertThat(run.exit()).as(run.err()).isEqualTo(4);
    assertThat(run.err()).contains("access token is missing or not valid").contains("doctor");
    CliRun none = new CliKit(dir).line(command + " --url " + CliKit.url(node));
    assertThat(none.exit()).isEqualTo(4);
  }

  @Test
  void aViewerLooksAndDoesNothing() {
    CliKit viewer = as(node.token(Role.VIEWER));
    assertThat(viewer.line("get collections").exit()).isZero();
    assertThat(viewer.line("doctor").exit()).isZero();
    assertThat(viewer.line("doctor").out()).contains("role viewer");
    for (String command :
        new String[] {"run collection demo c", "import -", "tokens list", "pause job x"}) {
      CliRun run = viewer.line(command);
      assertThat(run.exit()).as(command + run.err()).isIn(3, 4);
    }
    CliRun run = viewer.line("run collection demo c");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("operator").contains("millrace tokens create");
  }

  @Test
  void theDoctorSaysWhyNothingWorks() throws Exception {
    CliRun away = new CliKit(dir).line("doctor --url http://127.0.0.1:" + FreePort.take());
    assertThat(away.exit()).isEqualTo(1);
    assertThat(away.out()).contains("fail  address").contains("millrace serve");
    CliRun wrong = as("not-the-token-of-anybody").line("doctor");
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.out()).contains("fail  token").contains("(token: MILLRACE_TOKEN)");
    CliRun worker = as(node.token(Role.WORKER)).line("doctor");
    assertThat(worker.out()).contains("fail  token").contains("role worker");
  }

  @Test
  void somethingElseThanMillraceIsNoticed() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] page = "<html>Welcome to nginx</html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    try {
      CliRun run = as("t").line("get tasks --url http://127.0.0.1:" + other.getAddress().getPort());
      assertThat(run.exit()).isEqualTo(5);
      assertThat(run.err()).contains("Something else than Millrace");
    } finally {
      other.stop(0);
    }
  }

  /** Half of the file was read when the node had no room. */
  @Test
  void aFileIsImportedWholeAfterARefusalAndAPipeIsNot(@TempDir Path home) throws Exception {
    String lines = "{\"kind\": \"client\"}\n".repeat(30_000);
    Files.writeString(home.resolve("lines"), lines);
    List<String> bodies = new CopyOnWriteArrayList<>();
    HttpServer busy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    busy.createContext(
        "/import",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          boolean first = bodies.size() == 1;
          byte[] answer =
              (first
                      ? "{}"
                      : """
                        {"lines": 30000, "clients": %1$s, "sites": %1$s, "users": %1$s,
                         "user_sites": %1$s, "rejected": [], "more_rejected": 0}"""
                          .formatted(
                              "{\"created\":0,\"updated\":0,\"unchanged\":0,\"rejected\":0}"))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Retry-After", "0");
          exchange.sendResponseHeaders(first ? 429 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    busy.start();
    try {
      String url = " --url http://127.0.0.1:" + busy.getAddress().getPort();
      CliRun file = new CliKit(home).with("MILLRACE_TOKEN", "t").line("import lines" + url);
      assertThat(file.exit()).as(file.err()).isZero();
      assertThat(bodies).containsExactly(lines, lines);
      bodies.clear();
      CliRun pipe =
          new CliKit(home).with("MILLRACE_TOKEN", "t").input(lines).line("import -" + url);
      assertThat(pipe.exit()).isEqualTo(5);
      assertThat(pipe.err()).contains("Try again");
      assertThat(bodies).containsExactly(lines);
    } finally {
      busy.stop(0);
    }
  }

  @Test
  void profilesNameTheNodeAndTheToken(@TempDir Path home) throws Exception {
    Path config = Files.createDirectories(home.resolve(".config/millrace"));
    Files.writeString(
        config.resolve("config.toml"),
        "default = 'here'\n[profiles.here]\nurl = '%s'\ntoken_file = '~/t'\n[profiles.away]\nurl = 'http://127.0.0.1:%d'\n"
            .formatted(CliKit.url(node), FreePort.take()));
    Files.writeString(home.resolve("t"), TestNode.TOKEN);
    Files.setPosixFilePermissions(home.resolve("t"), PosixFilePermissions.fromString("rw-------"));
    CliKit cli = new CliKit(home);
    assertThat(cli.line("get nodes").exit()).isZero();
    assertThat(cli.line("get nodes --profile here").exit()).isZero();
    assertThat(cli.line("--profile here get nodes").exit()).isZero();
    assertThat(cli.line("get nodes --profile away").exit()).isEqualTo(5);
    CliRun unknown = cli.line("get nodes --profile prod");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("There is no profile 'prod'").contains("away, here");
    assertThat(cli.with("MILLRACE_PROFILE", "prod").line("get nodes").exit()).isEqualTo(2);
  }

  @Test
  void nextToANodeNothingHasToBeSaid(@TempDir Path home) throws Exception {
    Path data = Files.createDirectories(home.resolve(".millrace"));
    Files.writeString(data.resolve("url"), CliKit.url(node) + "\n");
    Files.writeString(data.resolve("admin-token"), TestNode.TOKEN + "\n");
    CliRun run = new CliKit(home).line("run collection demo c --wait");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("found 42 rows");
  }
}
