package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a change of a job affects its tokens, in the same transaction. */
class TokenWakeUpBookerTest {
  private static final String TWO = JobKit.yaml("j", "a:trigger/t", "b:step/a, trigger/t");
  private static final String ONE =
      TWO.replace("run: {noop: {}}}", "run: {noop: {}}, threshold: 1}");

  private final DatabaseUrl database = TestDatabase.fresh();
  private final JobStore store = new JobStore(database.dataSource(), new TestClock());
  private long number;

  @BeforeEach
  void make() throws SQLException {
    number = store.save(JobKit.draft(TWO), "ops").job().number();
    save(JobKit.yaml("other", "b:trigger/t"));
    long other = store.find(JobKit.id("other")).orElseThrow().number();
    token("ready", number, "b", "WAITING", 2);
    token("half", number, "b", "WAITING", 1);
    token("none", number, "b", "WAITING", 0);
    token("runs", number, "b", "ACTIVE", 2);
    token("done", number, "a", "SUCCESS", 0);
    token("more", number, "a", "SUCCESS", 1);
    token("removed", number, "gone", "WAITING", 0);
    token("others", other, "b", "WAITING", 1);
  }

  private void save(String yaml) throws SQLException {
    store.save(JobKit.draft(yaml), "ops");
  }

  private void token(String owner, long job, String step, String state, int count)
      throws SQLException {
    TestSql.execute(
        database,
        "insert into token values ('%s', %d, '%s', now(), '%s', %d, now())"
            .formatted(owner, job, step, state, count));
  }

  private List<String> due() throws SQLException {
    try (Connection connection = database.connect()) {
      return new Statements(connection)
          .rows(
              "select owner from due where at = '2026-03-01T12:00:00Z' order by owner",
              row -> row.getString(1));
    }
  }

  @Test
  void aJobThatIsSavedWakesThoseThatNeedNotWait() throws SQLException {
    save(TWO + "# again\n");
    assertThat(due()).containsExactly("more", "ready", "removed");
    save(ONE);
    assertThat(due()).containsExactly("half", "more", "ready", "removed");
  }

  @Test
  void whileItIsPausedNobodyIsWokenAndTheEndOfThePauseWakesThem() throws SQLException {
    store.pause(JobKit.id("j"), true, "", "ops");
    save(ONE);
    assertThat(due()).isEmpty();
    store.pause(JobKit.id("j"), false, "", "ops");
    assertThat(due()).containsExactly("half", "more", "ready", "removed");
  }

  @Test
  void anEarlierWakeUpStaysAndALaterOneIsMovedUp() throws SQLException {
    TestSql.execute(database, "insert into due values ('ready', '2026-01-01T00:00:00Z', '')");
    TestSql.execute(database, "insert into due values ('half', '2027-01-01T00:00:00Z', '')");
    save(ONE);
    assertThat(
            TestSql.value(database, "select at at time zone 'UTC' from due where owner = 'ready'"))
        .isEqualTo("2026-01-01 00:00:00");
    assertThat(due()).containsExactly("half", "more", "removed");
  }
}
