package io.millrace.engine.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.project.ProjectValueStore.DecryptedValues;
import io.millrace.engine.project.ProjectValueStore.ListedValue;
import io.millrace.engine.project.ProjectValueStore.ValueKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectValueStoreTest {
  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final ProjectValueStore values = values(1);

  private ProjectValueStore values(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    String given = Base64.getEncoder().encodeToString(bytes);
    return new ProjectValueStore(
        database.dataSource(), new Vault(VaultKey.of(Path.of("nowhere"), given)), clock);
  }

  private boolean put(ValueKind kind, String name, String value) throws SQLException {
    return values.put("reports", kind, name, value, "ann");
  }

  private void refused(String project, String name, String value, String field) {
    assertThatThrownBy(() -> values.put(project, ValueKind.CONFIG, name, value, "ann"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused -> assertThat(refused.errors().get(0).field()).isEqualTo(field));
  }

  @Test
  void aValueIsMadeReplacedListedAndDeleted() throws Exception {
    assertThat(put(ValueKind.CONFIG, "table", "accounts")).isTrue();
    clock.pass(Duration.ofSeconds(5));
    assertThat(values.put("reports", ValueKind.CONFIG, "table", "users", "bob")).isFalse();
    put(ValueKind.CONFIG, "a.b", "");
    assertThat(values.list("reports", ValueKind.CONFIG))
        .containsExactly(
            new ListedValue("a.b", "", "ann", clock.instant()),
            new ListedValue("table", "users", "bob", clock.instant()));
    assertThat(values.list("other", ValueKind.CONFIG)).isEmpty();
    assertThat(values.delete("other", ValueKind.CONFIG, "table")).isFalse();
    assertThat(values.delete("reports", ValueKind.SECRET, "table")).isFalse();
    assertThat(values.delete("reports", ValueKind.CONFIG, "table")).isTrue();
    assertThat(values.delete("reports", ValueKind.CONFIG, "table")).isFalse();
  }

  @Test
  void theValueOfASecretIsNotListed() throws Exception {
    put(ValueKind.SECRET, "token", "hunter2");
    assertThat(values.list("reports", ValueKind.SECRET))
        .containsExactly(new ListedValue("token", null, "ann", clock.instant()));
  }

  @Test
  void aTaskIsGivenAllConfigAndTheSecretsItAsksFor() throws Exception {
    put(ValueKind.CONFIG, "table", "accounts");
    put(ValueKind.CONFIG, "same", "for all to see");
    put(ValueKind.SECRET, "same", "hunter2");
    put(ValueKind.SECRET, "other", "hunter3");
    values.put("elsewhere", ValueKind.SECRET, "third", "hunter4", "ann");
    DecryptedValues given = values.valuesFor("reports", List.of("same", "third"));
    assertThat(given.config()).isEqualTo(Map.of("table", "accounts", "same", "for all to see"));
    assertThat(given.secrets()).isEqualTo(Map.of("same", "hunter2"));
    assertThat(given.toString()).contains("same").doesNotContain("hunter");
    assertThat(values.valuesFor("reports", List.of()).secrets()).isEmpty();
  }

  @Test
  void theDatabaseHasNeitherInPlainText() throws Exception {
    put(ValueKind.CONFIG, "table", "accounts");
    put(ValueKind.SECRET, "token", "hunter2");
    String rows =
        TestSql.value(
            database, "select string_agg(encode(value, 'escape'), ' ') from project_values");
    assertThat(rows).isNotEmpty().doesNotContain("accounts", "hunter2");
  }

  @Test
  void aRowThatSomebodyMovedIsNotGivenToAnyone() throws Exception {
    put(ValueKind.SECRET, "token", "hunter2");
    TestSql.execute(database, "update project_values set project = 'mine'");
    assertThatThrownBy(() -> values.valuesFor("mine", List.of("token")))
        .isInstanceOf(VaultException.class);
    TestSql.execute(database, "update project_values set project = 'reports', secret = false");
    assertThatThrownBy(() -> values.list("reports", ValueKind.CONFIG))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void withAnotherKeyNothingIsReadAndNothingIsLost() throws Exception {
    put(ValueKind.CONFIG, "table", "accounts");
    put(ValueKind.SECRET, "token", "hunter2");
    ProjectValueStore other = values(2);
    assertThatThrownBy(() -> other.list("reports", ValueKind.CONFIG))
        .isInstanceOf(VaultException.class);
    assertThatThrownBy(() -> other.valuesFor("reports", List.of()))
        .hasMessageContaining("MILLRACE_SECRET_KEY");
    assertThat(other.list("reports", ValueKind.SECRET)).as("names can be read").hasSize(1);
    other.put("reports", ValueKind.CONFIG, "table", "saved again", "bob");
    assertThat(other.list("reports", ValueKind.CONFIG).get(0).value()).isEqualTo("saved again");
    values.delete("reports", ValueKind.CONFIG, "table");
    assertThat(values.valuesFor("reports", List.of("token")).secrets())
        .isEqualTo(Map.of("token", "hunter2"));
  }

  @Test
  void whatCannotBeReadIsKnown() throws Exception {
    assertThat(values.unreadable()).isEmpty();
    put(ValueKind.CONFIG, "table", "accounts");
    put(ValueKind.SECRET, "token", "hunter2");
    assertThat(values.unreadable()).isEmpty();
    assertThat(values(2).unreadable().orElseThrow())
        .contains("2 values")
        .contains("reports/table")
        .contains("MILLRACE_SECRET_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "é", "a\0", "${x}"})
  void aNameThatIsNoneIsRefused(String name) throws Exception {
    refused("reports", name, "x", "name");
    assertThat(values.delete("reports", ValueKind.CONFIG, name)).isFalse();
  }

  @Test
  void boundsAreKept() throws Exception {
    refused("reports", "x".repeat(101), "x", "name");
    refused("", "x", "x", "project");
    refused("a.b", "x", "x", "project");
    refused("reports", "x", "x".repeat(10_001), "value");
    assertThat(values.put("my reports-1_b", ValueKind.CONFIG, "x", "x".repeat(10_000), "ann"))
        .isTrue();
    assertThatThrownBy(() -> values.list("a\0", ValueKind.CONFIG))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void aValueThatIsRefusedIsNotRepeated() {
    assertThatThrownBy(() -> put(ValueKind.SECRET, "x", "hunter2".repeat(2_000)))
        .hasMessageContaining("10000")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void twoNamesThatProgramsCouldNotTellApartAreRefused() throws Exception {
    put(ValueKind.CONFIG, "api-key", "1");
    refused("reports", "api.key", "2", "name");
    refused("reports", "API_KEY", "2", "name");
    assertThat(put(ValueKind.SECRET, "api.key", "another kind")).isTrue();
    assertThat(put(ValueKind.CONFIG, "api-key", "3")).isFalse();
  }

  @Test
  void aProjectHasAHundredOfEachAndNotMore() throws Exception {
    for (int i = 0; i < ProjectValueStore.MAX_VALUES; i++) {
      put(ValueKind.CONFIG, "c" + i, "");
    }
    refused("reports", "more", "", "name");
    assertThat(put(ValueKind.CONFIG, "c7", "changed")).isFalse();
    assertThat(put(ValueKind.SECRET, "c7", "x")).isTrue();
  }
}
