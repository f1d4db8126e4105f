package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.platform.FreePort;
import io.millrace.http.DocsText;
import io.millrace.http.TestNode;
import io.millrace.http.cli.CliKit.CliRun;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that asks a node, with the node away, a wrong token, the token of a viewer and a
 * wrong profile. The commands are those of docs/cli.md, which another test holds against the
 * program.
 */
@Timeout(300)
class CliMatrixTest {
  private static final Pattern SYNOPSIS = Pattern.compile("    (millrace .*) \\[options]");
  private static final Set<String> WITHOUT_A_NODE =
      Set.of("serve", "completion", "database", "cluster-secret");
  private static final Set<String> FOR_VIEWERS =
      Set.of("get", "explain", "tail", "top", "doctor", "export", "check", "diff");
  private static final Map<String, String> WITHOUT_A_TERMINAL =
      Map.of("top", " --once", "apply", " --yes");
  private static final String JOB = "0a6f0000-0000-4000-8000-000000000001";
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("SOURCE", "demo"),
          Map.entry("COLLECTION", "c"),
          Map.entry("ID", "nothing"),
          Map.entry("JOB", JOB),
          Map.entry("STEP", "fetch"),
          Map.entry("TRIGGER", "daily"),
          Map.entry("TIME", "2026-01-31"),
          Map.entry("NAME", "default"),
          Map.entry("TEXT", "maintenance"),
          Map.entry("ROLE", "viewer"),
          Map.entry("FILE", "lines.ndjson"),
          Map.entry("FOLDER", "exported"),
          Map.entry("PATH", "config"),
          Map.entry("…", ""));

  @TempDir static Path dir;
  private static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    node = TestNode.start();
    String job =
        """
        {"id": "%s", "project": "reports", "name": "daily load",
         "triggers": [{"name": "daily", "start": "2026-01-01T00:00:00Z", "period": "24h",
                       "catchup": "none"}],
         "steps": [{"name": "fetch", "depends": ["trigger/daily"], "run": {"noop": {}}}]}
        """
            .formatted(JOB);
    assertThat(node.client.put("/jobs", "application/json", job).status()).isEqualTo(201);
    Files.writeString(dir.resolve("lines.ndjson"), "{\"kind\": \"client\", \"id\": \"x\"}\n");
    Files.createDirectories(dir.resolve("config"));
    Files.writeString(dir.resolve("config/sites.yaml"), "sites: {}\n");
    Path profiles = Files.createDirectories(dir.resolve(".config/millrace"));
    Files.writeString(
        profiles.resolve("config.toml"),
        "[profiles.here]\nurl = '%s'\n".formatted(CliKit.url(node)));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  static List<String> commands() {
    return DocsText.text("docs/cli.md")
        .lines()
        .map(SYNOPSIS::matcher)
        .filter(found -> found.matches())
        .map(found -> sample(found.group(1)))
        .filter(line -> !WITHOUT_A_NODE.contains(line.split(" ")[0]))
        .toList();
  }

  /** What is in brackets can be left out. */
  private static String sample(String synopsis) {
    String required = synopsis.replaceAll("\\[[^]]*]", "").replaceFirst("millrace ", "");
    Stream<String> words =
        Arrays.stream(required.split(" ")).map(word -> SAMPLES.getOrDefault(word, word));
    String line = String.join(" ", words.filter(word -> !word.isEmpty()).toList());
    return line + WITHOUT_A_TERMINAL.getOrDefault(line.split(" ")[0], "");
  }

  private static boolean isDoctor(String command) {
    return command.equals("doctor");
  }

  private static CliRun run(String command, String url, String token) {
    return new CliKit(dir).with("MILLRACE_URL", url).with("MILLRACE_TOKEN", token).line(command);
  }

  @Test
  void noCommandIsLeftOut() {
    assertThat(commands())
        .hasSizeGreaterThan(45)
        .contains(
            "simulate", "top --once", "doctor", "run step " + JOB + " fetch --time 2026-01-31")
        .noneMatch(line -> line.matches(".*\\b[A-Z]{2,}\\b.*"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aNodeThatIsAwayIsExitCodeFiveAndTheMessageSaysHowToStartOne(String command)
      throws IOException {
    CliRun run = run(command, "http://127.0.0.1:" + FreePort.take(), TestNode.TOKEN);
    assertThat(run.exit()).as(run.err()).isEqualTo(isDoctor(command) ? 1 : 5);
    assertThat(run.out() + run.err()).contains("millrace serve");
    if (!isDoctor(command)) {
      assertThat(run.out()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aWrongTokenIsExitCodeFourAndTheMessageSaysWhereToGiveAnother(String command) {
    CliRun run = run(command, CliKit.url(node), "not-the-token-of-anybody");
    assertThat(run.exit()).as(run.err()).isEqualTo(isDoctor(command) ? 1 : 4);
    assertThat(run.out() + run.err()).contains("MILLRACE_TOKEN");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aViewerLooksAndIsToldWhoMayDoTheRest(String command) {
    CliRun run = run(command, CliKit.url(node), node.token(Role.VIEWER));
    if (FOR_VIEWERS.contains(command.split(" ")[0])) {
      assertThat(run.exit()).as(run.err()).isIn(0, 3);
      assertThat(run.exit() == 0 || run.err().contains("millrace get")).as(run.err()).isTrue();
    } else {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(4);
      assertThat(run.err()).contains("millrace tokens create");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aWrongProfileIsExitCodeTwoAndTheMessageNamesThoseThereAre(String command) {
    CliRun run = new CliKit(dir).line(command + " --profile nowhere");
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("There is no profile 'nowhere'").contains("here");
  }
}
