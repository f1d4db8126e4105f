package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.DocsText;
import io.millrace.http.TestNode;
import io.millrace.http.cli.CliKit.CliRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that do something, on a real node. */
@Timeout(120)
class CliCommandsTest {
  private static final String SOURCES =
      """
      sources:
        demo:
          collections:
            - {name: c, run: {process: [sh, -c, "echo looking; echo found"]}}
            - {name: broken, run: {process: [sh, -c, "echo oh; exit 3"]}}
            - {name: slow, run: {process: [sleep, "60"]}}
            - {name: far, run: {pull: {queue: nobody}}}
      """;
  private static final String JOB = "0a6f0000-0000-4000-8000-000000000001";
  private static final String JOBS =
      """
{"id": "%s", "project": "reports", "name": "daily load",
 "triggers": [{"name": "daily", "start": "2026-01-01T00:00:00Z", "cron": "0 0 6 * * ?", "catchup": "none"}],
 "steps": [{"name": "fetch", "depends": ["trigger/daily"], "run": {"noop": {}}},
           {"name": "count", "depends": ["step/fetch"], "run": {"process": ["sh", "-c", "exit 1"]}}]}
"""
          .formatted(JOB);

  @TempDir static Path dir;
  private static TestNode node;
  private static CliKit cli;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    cli = CliKit.of(node, dir);
    node.client.put("/sources", SOURCES);
    assertThat(node.client.put("/jobs", "application/json", JOBS).status()).isEqualTo(201);
    assertThat(cli.input(DocsText.text("docs/examples/directory.ndjson")).line("import -").exit())
        .isZero();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static CliRun done(String words) {
    CliRun run = cli.line(words);
    assertThat(run.exit()).as(words + ": " + run.err()).isZero();
    return run;
  }

  @Test
  void aRunThatIsWaitedForShowsItsLogAndItsEnd() {
    CliRun run = done("run collection demo c --wait --timeout 60s");
    assertThat(run.out()).isEqualTo("looking\nfound\n");
    assertThat(run.err()).contains("Task demo_c_").contains("SUCCESS");
  }

  @Test
  void aRunThatFailsIsExitCodeOne() {
    CliRun run = cli.line("run collection demo broken --wait");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("oh\n");
    assertThat(run.err()).contains("FAILED").contains("3");
    CliRun tail = cli.line("tail " + run.err().replaceAll("(?s).*Task (\\S+).*", "$1"));
    assertThat(tail.exit()).as("a script learns of it here, too").isEqualTo(1);
    assertThat(tail.err()).contains("FAILED");
    CliRun json = cli.line("run collection demo broken --wait -o json");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(json.json().path("status").asText()).isEqualTo("FAILED");
  }

  @Test
  void aRunWithoutWaitingPrintsTheIdForTheNextCommand() {
    String id = done("run collection demo slow").out().strip();
    assertThat(id).startsWith("demo_slow_");
    CliRun waited = cli.line("run collection demo slow --wait --timeout 1s");
    assertThat(waited.exit()).isEqualTo(1);
    assertThat(waited.err()).contains("It is still ");
    assertThat(done("get task " + id).out()).contains("demo_slow_");
    assertThat(done("cancel task " + id).out()).contains("CANCELED");
    CliRun again = cli.line("cancel task " + id);
    assertThat(again.exit()).isEqualTo(4);
    assertThat(cli.line("tail " + id).err()).contains("CANCELED");
  }

  @Test
  void aLogIsFollowedOrRead() {
    String id = done("run collection demo c --wait -o json").json().path("id").asText();
    assertThat(done("tail " + id).out()).isEqualTo("looking\nfound\n");
    assertThat(done("tail --raw --no-follow " + id).out()).isEqualTo("looking\nfound\n");
    assertThat(done("tail --times " + id).out().lines())
        .allMatch(line -> line.matches("20\\S+Z info (looking|found)"));
    assertThat(done("tail -o json " + id).out()).contains("\"message\":\"looking\"");
    assertThat(cli.line("tail nothing").exit()).isEqualTo(3);
  }

  @Test
  void userSitesAndUsersAreRefreshed() {
    assertThat(done("run user-site ann-bank --wait").err()).contains("SUCCESS");
    CliRun refused = cli.line("run user-site bob-shop");
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("maintenance").contains("millrace explain");
    CliRun user = done("run user ann --wait --timeout 60s");
    assertThat(user.out()).contains("ann-bank").contains("SUCCESS");
    assertThat(done("run user bob -o json").json().path(0).path("skipped").asText())
        .isEqualTo("site-in-maintenance");
  }

  @Test
  void stepsRunForATimeAndAgain() {
    CliRun run = done("run step " + JOB + " fetch --time 2026-01-31 --wait");
    assertThat(run.err()).contains("SUCCESS");
    assertThat(cli.run("run", "step", "daily load", "nothing", "--time", "2026-01-31").exit())
        .isEqualTo(3);
    CliRun counted = done("rerun job " + JOB + " --first 2026-01-31 --last 2026-02-01");
    assertThat(counted.out()).contains("would run again. Add --yes");
    CliRun rerun =
        done(
            "rerun job %s --first 2026-01-31 --last 2026-02-01 --step fetch --only-failed --yes"
                .formatted(JOB));
    assertThat(rerun.out()).contains("0 tokens").doesNotContain("Add --yes");
    assertThat(done("explain step " + JOB + " --time 2026-01-31").out()).contains("fetch");
    JsonNode one = done("explain step " + JOB + " fetch --time 2026-01-31 -o json").json();
    assertThat(one.path("steps")).hasSize(1);
    assertThat(done("cancel step " + JOB + " count --time 2026-01-31").out()).contains("canceled");
    assertThat(done("rerun trigger " + JOB + " daily --first 2026-02-01 --last 2026-02-03").out())
        .contains("would fire");
    assertThat(
            done("rerun trigger %s daily --first 2026-02-01 --last 2026-02-01 --yes -o json"
                    .formatted(JOB))
                .json()
                .path("dry_run")
                .asBoolean())
        .isFalse();
  }

  @Test
  void manyTasksAreCountedFirst() {
    done("run collection demo far");
    CliRun counted = done("cancel tasks --source demo --collection far --status SCHEDULED");
    assertThat(counted.out()).isEqualTo("1 tasks would be canceled. Add --yes to do it.\n");
    assertThat(done("cancel tasks --source demo --collection far --yes").out()).contains("1 of");
    assertThat(done("rerun tasks --source demo --collection far --since 1h --until now").out())
        .contains("would be run again");
    JsonNode again =
        done("rerun tasks --source demo --collection far --since 1h --yes -o json").json();
    assertThat(again.path("dry_run").asBoolean(true)).isFalse();
    done("cancel tasks --source demo --collection far --yes");
  }

  @Test
  void jobsAndPoolsArePausedAndResumed() {
    CliRun paused = cli.run("pause", "job", "reports/daily load", "--reason", "The bank asked.");
    assertThat(paused.out()).isEqualTo("Job daily load is paused.\n");
    assertThat(done("get jobs").out()).contains("paused");
    assertThat(
            cli.run("resume", "job", "daily load", "-o", "json").json().path("paused").asBoolean())
        .isFalse();
    CliRun noReason = cli.line("pause pool default");
    assertThat(noReason.exit()).isEqualTo(2);
    assertThat(noReason.err()).contains("--reason");
    assertThat(done("pause pool default --reason maintenance").out()).contains("is paused");
    assertThat(done("get pool default -o json").json().at("/config/enabled").asBoolean()).isFalse();
    assertThat(done("resume pool default --reason over").out()).contains("is resumed");
  }

  @Test
  void collectionsAndUserSitesAreDisabledAndEnabled() {
    assertThat(done("disable collection demo broken --reason moved").out()).contains("disabled");
    assertThat(cli.line("run collection demo broken").exit()).isEqualTo(4);
    assertThat(done("explain collection demo broken").out()).contains("disabled-until-update");
    assertThat(done("enable collection demo broken").out()).contains("idle");
    assertThat(done("disable user-site eve-bank --reason gone").out()).contains("disabled");
    assertThat(done("enable user-site eve-bank -o yaml").out()).contains("state: idle");
  }

  @Test
  void everythingIsExplained() {
    assertThat(done("explain user-site bob-shop").out())
        .contains("Allowed: no")
        .containsPattern("site-in-maintenance +fail");
    assertThat(done("explain user-site bob-shop -o json").json().path("allowed").asBoolean())
        .isFalse();
    assertThat(done("explain collection demo c -o yaml").out()).contains("collection: c");
    assertThat(done("explain user ann").out()).contains("Plan").contains("user-blocked");
    assertThat(done("explain user ann -o json").json().path("user").asText()).isEqualTo("ann");
  }

  @Test
  void linesThatAreRejectedAreNamed() throws Exception {
    String lines =
        """
        {"user": {"id": "zoe", "client": "app"}}
        {"user": {"id": "yan", "client": "nobody"}}
        """;
    Path file = Files.writeString(dir.resolve("users.ndjson"), lines);
    CliRun run = cli.line("import " + file);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).containsPattern("users +1 +0 +0 +1");
    assertThat(run.err()).contains("line 2: user.client = \"nobody\"");
    JsonNode json = cli.line("import users.ndjson --update -o json").json();
    assertThat(json.at("/rejected/0/line").asInt()).isEqualTo(2);
    assertThat(cli.line("import missing.ndjson").exit()).isEqualTo(2);
  }

  @Test
  void accessTokensAreMadeListedAndRevoked() throws Exception {
    CliRun made = done("tokens create dashboard --role viewer --expires 1d");
    String token = made.out().strip();
    assertThat(node.with(token).get("/session").text("role")).isEqualTo("viewer");
    assertThat(done("tokens list").out()).contains("dashboard").doesNotContain(token);
    JsonNode worker =
        done("tokens create etl --role WORKER --queue a --queue b --pool default --project x"
                + " --worker-prefix etl- -o json")
            .json();
    assertThat(worker.path("queues")).hasSize(2);
    assertThat(worker.path("worker_prefix").asText()).isEqualTo("etl-");
    assertThat(done("tokens revoke " + worker.path("id").asText()).out()).contains("revoked");
    assertThat(cli.line("tokens revoke " + worker.path("id").asText()).exit()).isEqualTo(3);
    CliRun filed = done("tokens create quiet --role viewer --file quiet.token");
    Path file = dir.resolve("quiet.token");
    assertThat(filed.out()).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(done("get clients --token-file quiet.token").out()).contains("app");
    assertThat(cli.line("tokens create again --role viewer --file quiet.token").exit())
        .isEqualTo(2);
    assertThat(cli.line("tokens create x --role king").exit()).isEqualTo(2);
  }

  @Test
  void theDoctorFindsAQueueWithoutAWorkerAndWhatFailed() {
    cli.line("run collection demo broken --wait");
    CliRun doctor = cli.line("doctor");
    assertThat(doctor.exit()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("fail  queues: no worker claims from: nobody")
        .contains("→ Start a worker for it")
        .contains("warn  failing: ")
        .contains("ok    readiness")
        .contains("role admin, from MILLRACE_TOKEN");
    assertThat(cli.line("doctor -o json").json().findValuesAsText("check")).contains("clock");
  }

  @Test
  void oneLookAtTheLiveScreenNeedsNoTerminal() {
    done("run collection demo c --wait");
    assertThat(done("top --once").out()).contains("RUNNING", "WAITING", "FAILED", "pool default");
    assertThat(done("top --every 5").out()).contains("q quits");
    assertThat(done("top -o json").json().at("/live/pools/0/pool").asText()).isEqualTo("default");
  }

  @Test
  void controlCharactersOfOthersDoNotReachTheTerminal() {
    node.client.put(
        "/clients/evil",
        "{\"name\": \"\\u001b]0;owned\\u0007 \\u009b2J\", \"refreshes_per_day\": 1}");
    for (String words : new String[] {"get clients", "get client evil", "get clients -o json"}) {
      assertThat(done(words).out().chars().filter(c -> c != '\n'))
          .as(words)
          .noneMatch(Character::isISOControl);
    }
  }
}
