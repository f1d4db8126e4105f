package io.millrace.engine.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataDirectoryTest {
  private static final int NOBODY = 65_534;

  @TempDir private Path temp;
  private Path data;

  @BeforeEach
  void open() throws IOException {
    data = temp.resolve("made/data");
    DataDirectory.open(data);
  }

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static String allowed(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private Path file(String name, String permissions) throws IOException {
    Path file = Files.writeString(data.resolve(name), "secret");
    allow(file, permissions);
    return file;
  }

  @Test
  void aDirectoryThatIsMissingIsMadeForItsOwnerOnly() throws IOException {
    assertThat(allowed(data)).isEqualTo("rwx------");
    assertThatCode(() -> DataDirectory.open(data)).doesNotThrowAnyException();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsRefusedByName() throws IOException {
    Path below = Files.createFile(temp.resolve("file")).resolve("data");
    assertThatThrownBy(() -> DataDirectory.open(below))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The data directory " + below + " cannot be created")
        .hasMessageContaining("MILLRACE_DATA_DIR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx----w-", "rwxrwxrwx"})
  void aDirectoryThatOthersWriteToIsRefusedWithTheCommandThatMendsIt(String permissions)
      throws IOException {
    allow(data, permissions);
    assertThatThrownBy(() -> DataDirectory.open(data))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chmod go-w " + data)
        .hasMessageContaining(permissions);
    assertThat(allowed(data)).as("nothing is changed").isEqualTo(permissions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxr-xr-x", "rwx------"})
  void aDirectoryThatOthersMayOnlyLookAtIsGood(String permissions) throws IOException {
    allow(data, permissions);
    assertThatCode(() -> DataDirectory.open(data)).doesNotThrowAnyException();
  }

  @Test
  void aDirectoryOrAFileOfSomebodyElseIsRefused() throws IOException {
    assumeThat(System.getProperty("user.name")).as("who may give files away").isEqualTo("root");
    Path token = file("admin-token", "rw-------");
    Files.setAttribute(token, "unix:uid", NOBODY);
    assertThatThrownBy(() -> DataDirectory.open(data)).hasMessageContaining("chown 0 " + token);
    Files.setAttribute(data, "unix:uid", NOBODY);
    assertThatThrownBy(() -> DataDirectory.open(data)).hasMessageContaining("chown 0 " + data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin-token", "secret-key", "postgres.password", "database.env"})
  void aPrivateFileThatOthersReadIsClosedToThem(String name) throws IOException {
    Path file = file(name, "rw-r--r--");
    DataDirectory.open(data);
    assertThat(allowed(file)).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw-----w-"})
  void aPrivateFileThatOthersWriteIsRefused(String permissions) throws IOException {
    Path file = file("admin-token", permissions);
    assertThatThrownBy(() -> DataDirectory.open(data))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void otherFilesAreNobodysConcern() throws IOException {
    file("node.log", "rw-rw-rw-");
    assertThatCode(() -> DataDirectory.open(data)).doesNotThrowAnyException();
  }
}
