package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.http.DocsText;
import io.millrace.http.TestNode;
import io.millrace.http.cli.CliKit.CliRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code get} answers, in every format. Programs read the JSON, so its fields are a format:
 * golden/cli.txt only gains lines.
 */
@Timeout(120)
class CliOutputTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/cli.txt");
  private static final String JOB = "0a6f0000-0000-4000-8000-000000000002";

  /** What is below these depends on the moment, or on what a user has defined. */
  private static final String VARYING =
      "\\.(values|states|shards|awake|details|sources|running|waiting|failed|skipped_users|skipped_user_sites)[\\[.].*";

  @TempDir static Path dir;
  private static TestNode node;
  private static CliKit cli;
  private static String task = "";

  @BeforeAll
  static void start() {
    node = TestNode.start();
    cli = CliKit.of(node, dir);
    node.client.put(
        "/jobs",
        "application/json",
        """
{"id": "%s", "project": "reports", "name": "load",
 "triggers": [{"name": "daily", "start": "2026-01-01T00:00:00Z", "cron": "0 0 6 * * ?", "catchup": "none"}],
 "steps": [{"name": "fetch", "depends": ["trigger/daily"], "run": {"noop": {}}}]}
"""
            .formatted(JOB));
    cli.input(DocsText.text("docs/examples/directory.ndjson")).line("import -");
    cli.line("run step load fetch --time 2026-01-31 --wait");
    node.client.put("/projects/reports/config/region", "{\"value\": \"eu\"}");
    node.client.put("/projects/reports/secrets/api-token", "{\"value\": \"s3cr3t\"}");
    task = cli.line("run collection demo c --wait -o json").json().path("id").asText();
    cli.line("disable user-site ann-bank");
    await().until(() -> !cli.line("get notifications -o json").json().isEmpty());
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String words(String command) {
    return command.replace("TASK", task);
  }

  private static final String COMMANDS =
      """
      get tasks
      get tasks --source demo --collection c --status success --since 1h --until now --limit 5
      get task TASK
      get sources
      get collections
      get collections --search demo
      get collections demo
      get collection demo c
      get clients
      get client app
      get sites
      get sites --provider acme
      get site acme-bank
      get users
      get users --client app --status active --all
      get user ann
      get user-sites
      get user-sites --user ann --site acme-bank --status connected
      get user-site ann-bank
      get plan
      get plan --user ann
      get jobs
      get jobs --project reports --search load
      get job load
      get tokens load
      get tokens reports/load --first 2026-01-01 --last 2026-02-01 --state success
      get triggers load
      get trigger load daily
      get projects
      get project reports
      get pools
      get pool default
      get workers
      get nodes
      get notifications
      get notifications --kind disabled
      tokens list
      explain collection demo c
      explain user-site ann-bank
      explain user ann
      explain step load --time 2026-01-31
      top
      doctor
      """;

  static String[] commands() {
    return COMMANDS.strip().split("\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyAnswerIsATableJsonAndYaml(String command) throws Exception {
    CliRun table = cli.line(words(command));
    assertThat(table.exit()).as(table.err()).isZero();
    assertThat(table.out()).isNotBlank();
    JsonNode json = cli.line(words(command) + " -o json").json();
    assertThat(json.isContainerNode() && !json.isEmpty()).as(json.toString()).isTrue();
    CliRun yaml = cli.line(words(command) + " --output yaml");
    assertThat(paths(new YAMLMapper().readTree(yaml.out()))).isEqualTo(paths(json));
  }

  /** The names of all fields, with their places. */
  private static Set<String> paths(JsonNode node) {
    Set<String> found = new TreeSet<>();
    collect(node, "", found);
    return found;
  }

  private static void collect(JsonNode node, String path, Set<String> found) {
    node.forEach(
        item -> {
          if (node.isArray()) {
            collect(item, path + "[]", found);
          }
        });
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      found.add(path + "." + field.getKey());
      collect(field.getValue(), path + "." + field.getKey(), found);
    }
  }

  @Test
  void noFieldOfTheJsonIsEverRenamedOrRemoved() throws Exception {
    Set<String> now = new TreeSet<>();
    for (String command : commands()) {
      String kind = command.replaceAll(" --.*", "").replaceAll(" TASK", " ID");
      for (String path : paths(cli.line(words(command) + " -o json").json())) {
        now.add(kind + " " + path.replaceAll(VARYING, ".$1"));
      }
    }
    Files.write(Path.of("target/golden-cli.txt"), now);
    Set<String> golden = new TreeSet<>(Files.readAllLines(GOLDEN));
    assertThat(now)
        .as("golden/cli.txt has fields that are gone; programs may read them")
        .containsAll(golden);
    Set<String> added = new TreeSet<>(now);
    added.removeAll(golden);
    assertThat(added).as("new fields: copy target/golden-cli.txt to golden/cli.txt").isEmpty();
  }

  @Test
  void aLimitIsToldOf() {
    CliRun run = cli.line("get users --limit 1");
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.err()).contains("There are more than 1: use --limit or --all.");
    assertThat(cli.line("get users --limit 1 -o json").json()).hasSize(1);
    assertThat(cli.line("get users --all").err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get task nothing",
        "get collection demo nothing",
        "get client nobody",
        "get site nothing",
        "get user nobody",
        "get user-site nothing",
        "get plan --user nobody",
        "get job nothing",
        "get tokens nothing",
        "get triggers nothing",
        "get trigger load nothing",
        "get pool nothing",
        "get worker nobody",
        "explain user nobody",
        "run user-site nothing",
        "run collection nothing nothing",
        "pause job nothing",
        "tail nothing"
      })
  void whatDoesNotExistIsExitCodeThree(String command) {
    CliRun run = cli.line(command);
    assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gett",
        "get",
        "get thing",
        "get tasks --since yesterday",
        "get tasks --status happy",
        "get tasks -o xml",
        "get tasks --limit many",
        "get plan --date today",
        "run step load fetch",
        "run step load fetch --time 2h",
        "run collection demo",
        "completion powershell",
        "serve",
        "get tasks --url nonsense",
        "get tasks --token-file missing"
      })
  void aWrongCommandLineIsExitCodeTwoAndSaysWhatToDo(String command) {
    CliRun run = cli.line(command);
    assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("millrace: ");
  }
}
