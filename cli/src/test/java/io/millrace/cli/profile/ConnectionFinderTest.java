package io.millrace.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cli.TestShell;
import io.millrace.cli.error.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionFinderTest {
  @TempDir Path dir;
  private TestShell shell;
  private final ConnectionOptions options = new ConnectionOptions();

  @BeforeEach
  void shell() {
    shell = new TestShell(dir);
  }

  private Connection find() {
    return ConnectionFinder.find(shell.shell(), options);
  }

  private void profiles(String text) throws IOException {
    write(".config/millrace/config.toml", text);
  }

  private Path write(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private void nearNode() throws IOException {
    write(".millrace/url", "http://127.0.0.1:9999\n");
    write(".millrace/admin-token", "near-token\n");
  }

  @Test
  void withoutAnythingItIsTheDefaultAddressAndNoToken() {
    assertThat(find())
        .isEqualTo(new Connection("http://127.0.0.1:8080", null, "the default", "none was found"));
  }

  @Test
  void aNodeNearbyIsFoundWithItsToken() throws IOException {
    nearNode();
    assertThat(find().url()).isEqualTo("http://127.0.0.1:9999");
    assertThat(find().token()).isEqualTo("near-token");
    assertThat(find().tokenOrigin()).endsWith(".millrace/admin-token");
  }

  @Test
  void theDataDirectoryOfTheEnvironmentCounts() throws IOException {
    write("elsewhere/url", "http://127.0.0.1:7777");
    shell.with("MILLRACE_DATA_DIR", "elsewhere");
    assertThat(find().url()).isEqualTo("http://127.0.0.1:7777");
  }

  @Test
  void theOrderIsCommandLineThenEnvironmentThenProfileThenNearby() throws IOException {
    nearNode();
    profiles(
        """
        default = "test"
        [profiles.test]
        url = "https://test.example"
        token = "test-token"
        [profiles.prod]
        url = "https://prod.example"
        token = "prod-token"
        """);
    assertThat(find().toString())
        .isEqualTo("https://test.example (profile test), token: profile test");
    shell.with("MILLRACE_PROFILE", "prod");
    assertThat(find().token()).isEqualTo("prod-token");
    shell.with("MILLRACE_URL", "https://env.example").with("MILLRACE_TOKEN", "env-token");
    assertThat(find().url()).isEqualTo("https://env.example");
    assertThat(find().token()).isEqualTo("env-token");
    options.profile = "test";
    assertThat(find().url()).isEqualTo("https://test.example");
    assertThat(find().token()).isEqualTo("test-token");
    options.url = "https://flag.example";
    options.tokenFile = write("t", "flag-token\n").toString();
    assertThat(find().url()).isEqualTo("https://flag.example");
    assertThat(find().token()).isEqualTo("flag-token");
  }

  @Test
  void theTokenOfOneInstallationIsNeverSentToAnother() throws IOException {
    nearNode();
    profiles("default = 'test'\n[profiles.test]\nurl = 'https://test.example'\ntoken = 'secret'\n");
    options.url = "https://evil.example";
    assertThat(find().token()).isNull();
    options.url = "https://test.example/";
    assertThat(find().token()).isEqualTo("secret");
    options.url = "http://127.0.0.1:9999";
    assertThat(find().token()).isEqualTo("near-token");
  }

  @Test
  void aFileWithATokenThatOthersCanReadIsRefused() throws IOException {
    profiles("[profiles.test]\ntoken = 'secret'\n");
    Path file = dir.resolve(".config/millrace/config.toml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(this::find)
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("others can read it")
        .extracting(fault -> ((CommandException) fault).next())
        .asString()
        .contains("chmod 600 " + file);
    Files.writeString(file, "[profiles.test]\nurl = 'https://test.example'\n");
    assertThat(find().url()).isEqualTo("http://127.0.0.1:8080");
  }

  @Test
  void aTokenFileThatOthersCanReadIsWarnedOf() throws IOException {
    Path file = write("t", "token");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    options.tokenFile = "~/t";
    assertThat(find().token()).isEqualTo("token");
    assertThat(shell.err()).contains("others can read the token in " + file);
  }

  @Test
  void theTokenMayComeFromTheInput() {
    shell.input("piped\n");
    options.tokenFile = "-";
    assertThat(find().token()).isEqualTo("piped");
  }

  @Test
  void aWrongProfileOrFileIsNamedWithWhatThereIs() throws IOException {
    options.profile = "prod";
    assertThatThrownBy(this::find).hasMessageContaining("There is no profile 'prod'");
    profiles("[profiles.test]\nurl = 'x'\n");
    assertThatThrownBy(this::find)
        .extracting(fault -> ((CommandException) fault).next())
        .isEqualTo("There are: test.");
    profiles("[profiles.prod]\nuri = 'x'\n");
    assertThatThrownBy(this::find).hasMessageContaining("profiles.prod.uri is not a text url");
    profiles("url = 'x'\n");
    assertThatThrownBy(this::find).hasMessageContaining("'url' is neither default nor profiles");
    profiles("\n[profiles.prod\n");
    assertThatThrownBy(this::find).hasMessageContaining("config.toml:2: ");
    options.profile = null;
    options.tokenFile = "missing";
    profiles("");
    assertThatThrownBy(this::find).hasMessageContaining("cannot be read: missing");
  }

  @Test
  void noTokenIsInAText() throws IOException {
    nearNode();
    assertThat(find().toString()).doesNotContain("near-token");
    assertThat(NearNode.find(shell.shell()).toString()).doesNotContain("near-token");
    assertThat(new Profile("a", null, "secret", null).toString()).doesNotContain("secret");
  }
}
