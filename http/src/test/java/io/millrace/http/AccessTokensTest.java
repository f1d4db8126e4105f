package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.store.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTokensTest {
  private static final String GIVEN = "sixteen-letters-";

  private final DatabaseUrl database = TestDatabase.fresh();
  @TempDir private Path temp;

  private AccessTokens open(String given) throws Exception {
    return AccessTokens.open(database.dataSource(), temp.resolve("data"), given);
  }

  private Path file() {
    return AccessTokens.tokenFile(temp.resolve("data"));
  }

  private String token() throws Exception {
    return Files.readString(file()).strip();
  }

  private String all() throws Exception {
    return Sql.value(
        database,
        "select coalesce(string_agg(encode(hash, 'hex') || ' ' || role || ' ' || note, ';'"
            + " order by created_at), '') from access_token");
  }

  private static String sha256(String token) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aTokenIsMadeOnceAndOnlyItsOwnerCanReadIt() throws Exception {
    AccessTokens first = open("");
    String token = token();
    assertThat(token).hasSizeGreaterThanOrEqualTo(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(first.isAdmin(token)).isTrue();
    assertThat(open("").isAdmin(token)).isTrue();
    assertThat(token()).isEqualTo(token);
  }

  @Test
  void theDatabaseHasOnlyTheHash() throws Exception {
    open("");
    open("");
    assertThat(all()).isEqualTo(sha256(token()) + " admin data directory");
  }

  @Test
  void noOtherTokenOpensAnything() throws Exception {
    AccessTokens tokens = open("");
    assertThat(tokens.isAdmin("")).isFalse();
    assertThat(tokens.isAdmin(token() + "x")).isFalse();
    assertThat(tokens.isAdmin(sha256(token()))).isFalse();
  }

  @Test
  void aTokenFromTheEnvironmentReplacesTheEarlierOneFromThere() throws Exception {
    open("");
    assertThat(open(GIVEN).isAdmin(GIVEN)).isTrue();
    AccessTokens tokens = open("another-long-token");
    assertThat(tokens.isAdmin("another-long-token")).isTrue();
    assertThat(tokens.isAdmin(GIVEN)).isFalse();
    assertThat(tokens.isAdmin(token())).as("that of the data directory is another").isTrue();
  }

  @Test
  void withATokenFromTheEnvironmentNoFileIsMade() throws Exception {
    open(GIVEN);
    assertThat(file()).doesNotExist();
  }

  @Test
  void aTokenThatIsTooShortIsRefused() throws Exception {
    assertThatThrownBy(() -> open(GIVEN.substring(1)))
        .hasMessageContaining("MILLRACE_ADMIN_TOKEN")
        .hasMessageContaining("16");
    assertThat(all()).isEmpty();
  }

  /** A node that was killed while it wrote the file must not open the API to an empty token. */
  @Test
  void aFileThatIsEmptyIsNoToken() throws Exception {
    Files.createDirectories(file().getParent());
    Files.createFile(file());
    AccessTokens tokens = open("");
    assertThat(tokens.isAdmin("")).isFalse();
    assertThat(tokens.isAdmin(token())).isTrue();
    assertThat(token()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aTokenInTheFileThatIsTooShortIsRefusedByTheNameOfTheFile() throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "admin\n");
    assertThatThrownBy(() -> open("")).hasMessageContaining(file().toString());
  }
}
