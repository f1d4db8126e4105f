package io.millrace.engine.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultKeyTest {
  private static final String GIVEN = Base64.getEncoder().encodeToString(new byte[32]);

  @TempDir private Path temp;

  private Path dir() {
    return temp.resolve("data");
  }

  private Path file() {
    return dir().resolve("secret-key");
  }

  @Test
  void aKeyIsMadeOnceAndOnlyItsOwnerCanReadIt() throws Exception {
    byte[] key = VaultKey.of(dir(), "").bytes();
    assertThat(key).hasSize(32).isNotEqualTo(new byte[32]);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(Base64.getDecoder().decode(Files.readString(file()).strip())).isEqualTo(key);
    assertThat(VaultKey.of(dir(), "").bytes()).isEqualTo(key);
  }

  @Test
  void aNodeThatNeedsNoneMakesNone() {
    VaultKey.of(dir(), "");
    assertThat(dir()).doesNotExist();
  }

  @Test
  void theGivenOneWinsAndNoFileIsMade() {
    assertThat(VaultKey.of(dir(), " " + GIVEN + "\n").bytes()).isEqualTo(new byte[32]);
    assertThat(dir()).doesNotExist();
  }

  /** A node that was killed while it wrote the file must not continue without a key. */
  @Test
  void aFileThatIsEmptyIsFilled() throws Exception {
    Files.createDirectories(dir());
    Files.createFile(file());
    byte[] key = VaultKey.of(dir(), "").bytes();
    assertThat(VaultKey.of(dir(), "").bytes()).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c2hvcnQ=", "not base64!", "hunter2"})
  void aKeyThatIsNoneIsRefusedAtOnceAndNotRepeated(String given) {
    assertThatThrownBy(() -> VaultKey.of(dir(), given))
        .hasMessageContaining("MILLRACE_SECRET_KEY must be 32 bytes in base64")
        .hasMessageContaining("openssl rand -base64 32")
        .hasMessageNotContaining(given);
  }

  @Test
  void aFileThatIsNoKeyIsNamedAndLeftAsItIs() throws Exception {
    Files.createDirectories(dir());
    Files.writeString(file(), "hunter2\n");
    assertThatThrownBy(() -> VaultKey.of(dir(), "").bytes())
        .isInstanceOf(VaultException.class)
        .hasMessageContaining(file().toString())
        .hasMessageNotContaining("hunter2");
    assertThat(file()).hasContent("hunter2");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
    Files.writeString(dir(), "a file");
    assertThatThrownBy(() -> VaultKey.of(dir(), "").bytes())
        .isInstanceOf(VaultException.class)
        .hasMessageContaining(file().toString())
        .hasMessageContaining("set MILLRACE_SECRET_KEY");
  }
}
