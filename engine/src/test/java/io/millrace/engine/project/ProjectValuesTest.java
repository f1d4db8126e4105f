package io.millrace.engine.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.TestClock;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.project.ProjectValues.Entry;
import io.millrace.engine.project.ProjectValues.Given;
import io.millrace.engine.project.ProjectValues.Kind;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.store.TestDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectValuesTest {
  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final ProjectValues values = values(1);

  private ProjectValues values(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    String given = Base64.getEncoder().encodeToString(bytes);
    return new ProjectValues(
        database.dataSource(), new Vault(VaultKey.of(Path.of("nowhere"), given)), clock);
  }

  private boolean put(Kind kind, String name, String value) throws SQLException {
    return values.put("reports", kind, name, value, "ann");
  }

  private void refused(String project, String name, String value, String field) {
    assertThatThrownBy(() -> values.put(project, Kind.CONFIG, name, value, "ann"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused -> assertThat(refused.errors().get(0).field()).isEqualTo(field));
  }

  @Test
  void aValueIsMadeReplacedListedAndDeleted() throws Exception {
    assertThat(put(Kind.CONFIG, "table", "accounts")).isTrue();
    clock.pass(Duration.ofSeconds(5));
    assertThat(values.put("reports", Kind.CONFIG, "table", "users", "bob")).isFalse();
    put(Kind.CONFIG, "a.b", "");
    assertThat(values.list("reports", Kind.CONFIG))
        .containsExactly(
            new Entry("a.b", "", "ann", clock.instant()),
            new Entry("table", "users", "bob", clock.instant()));
    assertThat(values.list("other", Kind.CONFIG)).isEmpty();
    assertThat(values.delete("other", Kind.CONFIG, "table")).isFalse();
    assertThat(values.delete("reports", Kind.SECRET, "table")).isFalse();
    assertThat(values.delete("reports", Kind.CONFIG, "table")).isTrue();
    assertThat(values.delete("reports", Kind.CONFIG, "table")).isFalse();
  }

  @Test
  void theValueOfASecretIsNotListed() throws Exception {
    put(Kind.SECRET, "token", "hunter2");
    assertThat(values.list("reports", Kind.SECRET))
        .containsExactly(new Entry("token", null, "ann", clock.instant()));
  }

  @Test
  void aTaskIsGivenAllConfigAndTheSecretsItAsksFor() throws Exception {
    put(Kind.CONFIG, "table", "accounts");
    put(Kind.CONFIG, "same", "for all to see");
    put(Kind.SECRET, "same", "hunter2");
    put(Kind.SECRET, "other", "hunter3");
    values.put("elsewhere", Kind.SECRET, "third", "hunter4", "ann");
    Given given = values.given("reports", List.of("same", "third"));
    assertThat(given.config()).isEqualTo(Map.of("table", "accounts", "same", "for all to see"));
    assertThat(given.secrets()).isEqualTo(Map.of("same", "hunter2"));
    assertThat(given.toString()).contains("same").doesNotContain("hunter");
    assertThat(values.given("reports", List.of()).secrets()).isEmpty();
  }

  @Test
  void theDatabaseHasNeitherInPlainText() throws Exception {
    put(Kind.CONFIG, "table", "accounts");
    put(Kind.SECRET, "token", "hunter2");
    String rows =
        Sql.value(database, "select string_agg(encode(value, 'escape'), ' ') from project_values");
    assertThat(rows).isNotEmpty().doesNotContain("accounts", "hunter2");
  }

  @Test
  void aRowThatSomebodyMovedIsNotGivenToAnyone() throws Exception {
    put(Kind.SECRET, "token", "hunter2");
    Sql.execute(database, "update project_values set project = 'mine'");
    assertThatThrownBy(() -> values.given("mine", List.of("token")))
        .isInstanceOf(VaultException.class);
    Sql.execute(database, "update project_values set project = 'reports', secret = false");
    assertThatThrownBy(() -> values.list("reports", Kind.CONFIG))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void withAnotherKeyNothingIsReadAndNothingIsLost() throws Exception {
    put(Kind.CONFIG, "table", "accounts");
    put(Kind.SECRET, "token", "hunter2");
    ProjectValues other = values(2);
    assertThatThrownBy(() -> other.list("reports", Kind.CONFIG)).isInstanceOf(VaultException.class);
    assertThatThrownBy(() -> other.given("reports", List.of()))
        .hasMessageContaining("MILLRACE_SECRET_KEY");
    assertThat(other.list("reports", Kind.SECRET)).as("names can be read").hasSize(1);
    other.put("reports", Kind.CONFIG, "table", "saved again", "bob");
    assertThat(other.list("reports", Kind.CONFIG).get(0).value()).isEqualTo("saved again");
    values.delete("reports", Kind.CONFIG, "table");
    assertThat(values.given("reports", List.of("token")).secrets())
        .isEqualTo(Map.of("token", "hunter2"));
  }

  @Test
  void whatCannotBeReadIsKnown() throws Exception {
    assertThat(values.unreadable()).isEmpty();
    put(Kind.CONFIG, "table", "accounts");
    put(Kind.SECRET, "token", "hunter2");
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
    assertThat(values.delete("reports", Kind.CONFIG, name)).isFalse();
  }

  @Test
  void boundsAreKept() throws Exception {
    refused("reports", "x".repeat(101), "x", "name");
    refused("", "x", "x", "project");
    refused("a.b", "x", "x", "project");
    refused("reports", "x", "x".repeat(10_001), "value");
    assertThat(values.put("my reports-1_b", Kind.CONFIG, "x", "x".repeat(10_000), "ann")).isTrue();
    assertThatThrownBy(() -> values.list("a\0", Kind.CONFIG))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void aValueThatIsRefusedIsNotRepeated() {
    assertThatThrownBy(() -> put(Kind.SECRET, "x", "hunter2".repeat(2_000)))
        .hasMessageContaining("10000")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void twoNamesThatProgramsCouldNotTellApartAreRefused() throws Exception {
    put(Kind.CONFIG, "api-key", "1");
    refused("reports", "api.key", "2", "name");
    refused("reports", "API_KEY", "2", "name");
    assertThat(put(Kind.SECRET, "api.key", "another kind")).isTrue();
    assertThat(put(Kind.CONFIG, "api-key", "3")).isFalse();
  }

  @Test
  void aProjectHasAHundredOfEachAndNotMore() throws Exception {
    for (int i = 0; i < ProjectValues.MOST; i++) {
      put(Kind.CONFIG, "c" + i, "");
    }
    refused("reports", "more", "", "name");
    assertThat(put(Kind.CONFIG, "c7", "changed")).isFalse();
    assertThat(put(Kind.SECRET, "c7", "x")).isTrue();
  }
}
