package io.millrace.engine.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.project.ProjectValueStore.ValueKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultTest {
  private final Vault vault = vault(1);

  private static Vault vault(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    String given = Base64.getEncoder().encodeToString(bytes);
    return new Vault(VaultKey.of(Path.of("nowhere"), given));
  }

  private byte[] seal(String value) {
    return vault.seal("reports", ValueKind.SECRET, "token", value);
  }

  private String open(byte[] sealed) {
    return vault.open("reports", ValueKind.SECRET, "token", sealed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hunter2", "é 😀\n\"", "                "})
  void whatIsSealedCanBeOpened(String value) {
    assertThat(open(seal(value))).isEqualTo(value);
  }

  @Test
  void nothingOfTheValueIsInWhatIsKeptAndTheSameValueIsNeverKeptTheSameWay() {
    byte[] sealed = seal("hunter2hunter2hunter2");
    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
    assertThat(seal("hunter2hunter2hunter2")).isNotEqualTo(sealed);
  }

  @Test
  void aByteThatWasChangedIsNoticedWhereverItIs() {
    byte[] sealed = seal("hunter2");
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> open(changed)).as("byte " + i).isInstanceOf(VaultException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 15, 16, 20, 31})
  void whatWasCutOffIsNoticed(int length) {
    byte[] cut = Arrays.copyOf(seal("hunter2"), length);
    assertThatThrownBy(() -> open(cut))
        .isInstanceOf(VaultException.class)
        .hasMessageContaining("'token' of the project 'reports'");
  }

  @Test
  void aRowThatWasMovedDoesNotOpen() {
    byte[] sealed = seal("hunter2");
    assertThatThrownBy(() -> vault.open("other", ValueKind.SECRET, "token", sealed))
        .hasMessageContaining("was changed in the database");
    assertThatThrownBy(() -> vault.open("reports", ValueKind.SECRET, "other", sealed))
        .isInstanceOf(VaultException.class);
    assertThatThrownBy(() -> vault.open("reports", ValueKind.CONFIG, "token", sealed))
        .as("a secret must not become something that can be read")
        .isInstanceOf(VaultException.class);
  }

  @Test
  void aWrongKeyIsToldFromATamperedRowAndTheMessageSaysWhatToDo() {
    byte[] sealed = seal("hunter2");
    assertThatThrownBy(() -> vault(2).open("reports", ValueKind.SECRET, "token", sealed))
        .isInstanceOf(VaultException.class)
        .hasMessageContaining("The secret 'token' of the project 'reports'")
        .hasMessageContaining("encrypted with the key")
        .hasMessageContaining("MILLRACE_SECRET_KEY")
        .hasMessageContaining("save the value again");
    assertThat(vault(1).open("reports", ValueKind.SECRET, "token", sealed)).isEqualTo("hunter2");
  }
}
