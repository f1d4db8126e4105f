package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestNode;
import io.millrace.http.cli.CliKit.CliRun;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder of definitions: check, diff, apply, export. */
@Timeout(120)
class CliDefinitionsTest {
  private static final String SITES =
      """
      sites:
        isp: {provider: acme, schedule: "0 0 6,16 * * ?"}
        shop: {provider: acme}
      """;

  @TempDir Path dir;
  private TestNode node;
  private CliKit cli;

  @BeforeEach
  void start() throws IOException {
    node = TestNode.start();
    cli = CliKit.of(node, dir);
    write("config/sites.yaml", SITES);
    write("config/more/clients.yml", "clients:\n  app: {name: The app, refreshes_per_day: 4}\n");
    write("config/.hidden/broken.yaml", "sites: [");
    write("config/notes.txt", "not YAML: [");
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(dir.resolve(name).getParent());
    Files.writeString(dir.resolve(name), text);
  }

  private CliRun done(String words) {
    CliRun run = cli.line(words);
    assertThat(run.exit()).as(words + ": " + run.err() + run.out()).isZero();
    return run;
  }

  @Test
  void aFolderIsComparedAppliedAndThenTheSame() {
    CliRun diff = done("diff config");
    assertThat(diff.out())
        .contains("+ site isp   sites.yaml:2", "+ client app   more/clients.yml:2")
        .contains("3 created, 0 changed, 0 deleted, 0 unchanged")
        .contains("Next 24 hours: ", "Refreshes a day: ");
    assertThat(cli.line("diff config --exit-code").exit()).isEqualTo(1);
    assertThat(done("diff config -o json").json().path("created")).hasSize(3);
    assertThat(done("diff config -o json").json().fieldNames())
        .toIterable()
        .containsExactly(
            "version", "created", "changed", "deleted", "unchanged", "consequences", "warnings");
    assertThat(done("apply config --yes").out()).contains("Applied.");
    assertThat(node.client.get("/sites/isp").status()).isEqualTo(200);
    assertThat(done("diff config --exit-code").out()).contains("3 unchanged");
    assertThat(done("apply config --yes").out()).contains("There was nothing to do.");
    assertThat(done("apply config --yes -o json").json().path("unchanged").asInt()).isEqualTo(3);
  }

  @Test
  void aChangeIsShownFieldByFieldAndPruneDeletes() throws IOException {
    done("apply config --yes");
    write("config/sites.yaml", "sites:\n  isp: {provider: other}\n");
    assertThat(done("diff config").out())
        .contains("~ site isp")
        .contains("provider: acme → other")
        .doesNotContain("- site shop");
    assertThat(done("diff config --prune").out()).contains("- site shop");
    done("apply config --yes");
    assertThat(node.client.get("/sites/shop").status()).isEqualTo(200);
    done("apply config --prune --yes");
    assertThat(node.client.get("/sites/shop").status()).isEqualTo(404);
  }

  @Test
  void anErrorNamesItsFileAndLineAndNothingIsApplied() throws IOException {
    write("config/sites.yaml", SITES + "  bad: {provider: acme, timeout: soon}\n");
    for (String words : new String[] {"check config", "diff config", "apply config --yes"}) {
      CliRun run = cli.line(words);
      assertThat(run.exit()).as(words).isEqualTo(4);
      assertThat(run.err()).contains("sites.yaml:4").contains("timeout");
    }
    assertThat(node.client.get("/sites/isp").status()).isEqualTo(404);
    write("config/sites.yaml", SITES);
    assertThat(done("check config").out()).contains("2 files are right: 3 created");
  }

  @Test
  void itAsksBeforeItApplies() {
    CliRun nobody = cli.line("apply config");
    assertThat(nobody.exit()).isEqualTo(2);
    assertThat(nobody.err()).contains("Add --yes");
    CliRun no = cli.terminals("0").input("n\n").line("apply config");
    assertThat(no.exit()).isEqualTo(1);
    assertThat(no.err()).contains("Apply this? [y/N]").contains("Nothing was changed.");
    assertThat(node.client.get("/sites/isp").status()).isEqualTo(404);
    assertThat(cli.input("Yes\n").line("apply config").exit()).isZero();
    assertThat(node.client.get("/sites/isp").status()).isEqualTo(200);
  }

  @Test
  void aStateThatChangedSinceTheDiffIsRefused() {
    String version = done("diff config -o json").json().path("version").asText();
    node.client.put("/sites/isp", "{\"provider\": \"somebody else\"}");
    CliRun run = cli.line("apply config --yes --if-version " + version);
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("millrace diff");
    assertThat(node.client.get("/sites/isp").text("provider")).isEqualTo("somebody else");
  }

  @Test
  void whatIsExportedIsWhatIsInForce() throws IOException {
    done("apply config --yes");
    assertThat(done("export out").out()).contains("sites.yaml");
    assertThat(Files.getPosixFilePermissions(dir.resolve("out/sites.yaml")))
        .as("it may hold credentials")
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(done("diff out --prune --exit-code").out()).contains("0 created, 0 changed");
    assertThat(done("export out").exit()).isZero();
    write("out/sites.yaml", "sites: {}\n");
    CliRun refused = cli.line("export out");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--force");
    done("export out --force");
    done("diff out --prune --exit-code");
    CliRun piped = done("export -");
    assertThat(cli.input(piped.out()).line("diff - --prune --exit-code").exit()).isZero();
    assertThat(done("export - -o json").json().path("files").isEmpty()).isFalse();
  }

  @Test
  void whoMayNotIsRefusedAndWhatIsMissingIsNamed() {
    CliKit viewer = cli.with("MILLRACE_TOKEN", node.token(Role.VIEWER));
    assertThat(viewer.line("diff config").exit()).isZero();
    assertThat(viewer.line("apply config --yes").exit()).isEqualTo(4);
    assertThat(viewer.line("diff missing").exit()).isEqualTo(2);
    assertThat(viewer.line("diff config/notes").exit()).isEqualTo(2);
    for (String words :
        new String[] {"diff config", "apply config --yes", "export x", "check config"}) {
      assertThat(viewer.line(words + " --url http://127.0.0.1:1").exit()).isEqualTo(5);
    }
  }
}
