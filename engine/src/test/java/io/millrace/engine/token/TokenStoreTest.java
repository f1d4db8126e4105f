package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenQuery.TokenCursor;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenStoreTest {
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TokenStore store = new TokenStore(database.dataSource());

  private static Instant hour(int hour) {
    return DAY.plus(Duration.ofHours(hour));
  }

  private void insert(int job, String step, int hour, TokenState state, int count)
      throws SQLException {
    TestSql.execute(
        database,
        "insert into token values ('%s', %d, '%s', '%s', '%s', %d, '2026-02-01T00:00:00Z')"
            .formatted(
                new TokenId(job, step, hour(hour)).owner(), job, step, hour(hour), state, count));
  }

  @BeforeEach
  void fill() throws SQLException {
    insert(7, "a", 0, TokenState.SUCCESS, 0);
    insert(7, "b", 0, TokenState.FAILED, 1);
    insert(7, "c", 0, TokenState.CANCELED, 0);
    insert(7, "a", 1, TokenState.SUCCESS, 0);
    insert(7, "b", 1, TokenState.WAITING, 1);
    insert(7, "c", 1, TokenState.WAITING, 0);
    insert(7, "a", 2, TokenState.ACTIVE, 1);
    insert(7, "b", 2, TokenState.REMOVED, 0);
    insert(8, "a", 1, TokenState.WAITING, 1);
  }

  private List<String> list(TokenQuery query) throws SQLException {
    return names(store.list(query));
  }

  private static List<String> names(List<TokenRow> rows) {
    return rows.stream()
        .map(row -> row.step() + Duration.between(DAY, row.logicalTime()).toHours())
        .toList();
  }

  @Test
  void theLatestTimeComesFirstAndWhatIsRemovedIsNotThere() throws Exception {
    assertThat(list(new TokenQuery(7, null, null, null, 100, null)))
        .containsExactly("a2", "a1", "b1", "c1", "a0", "b0", "c0");
  }

  @Test
  void theLatestTimesComeWholePageByPage() throws Exception {
    assertThat(names(store.latest(7, null, 2))).containsExactly("a2", "a1", "b1", "c1");
    assertThat(names(store.latest(7, hour(1), 2))).containsExactly("a0", "b0", "c0");
    assertThat(store.latest(7, hour(0), 2)).isEmpty();
    assertThat(store.latest(9, null, 2)).isEmpty();
  }

  @Test
  void pagesHaveEachOnce() throws Exception {
    List<String> all = new ArrayList<>();
    TokenCursor after = null;
    for (int pages = 0; pages < 4; pages++) {
      List<TokenRow> page = store.list(new TokenQuery(7, null, null, null, 2, after));
      all.addAll(names(page));
      TokenRow last = page.get(page.size() - 1);
      after = new TokenCursor(last.logicalTime(), last.step());
    }
    assertThat(all).containsExactly("a2", "a1", "b1", "c1", "a0", "b0", "c0");
  }

  @Test
  void timesAndStatesNarrowIt() throws Exception {
    assertThat(list(new TokenQuery(7, hour(1), hour(1), null, 100, null)))
        .containsExactly("a1", "b1", "c1");
    assertThat(list(new TokenQuery(7, null, null, TokenState.FAILED, 100, null)))
        .containsExactly("b0");
    assertThat(names(store.listAt(7, hour(2)))).containsExactly("a2");
  }

  @Test
  void aRangeHasWhatCameToItsEnd() throws Exception {
    TokenRange all = new TokenRange(7, hour(0), hour(2), Set.of("a", "b", "c"), false);
    assertThat(names(store.list(all))).containsExactly("a0", "b0", "c0", "a1");
    assertThat(store.count(all)).isEqualTo(Map.of("a", 2L, "b", 1L, "c", 1L));
    TokenRange failed = new TokenRange(7, hour(0), hour(2), Set.of("a", "b"), true);
    assertThat(names(store.list(failed))).containsExactly("b0");
    assertThat(store.count(new TokenRange(7, hour(0), hour(0), Set.of("a"), false)))
        .isEqualTo(Map.of("a", 1L));
  }

  @Test
  void whatDoesNotRunIsRemovedButForTheStepsThatStay() throws Exception {
    store.remove(7, Set.of("b"), NOW);
    assertThat(list(new TokenQuery(7, null, null, null, 100, null)))
        .containsExactly("a2", "b1", "b0");
    assertThat(store.activeOwners(7, Set.of("b")))
        .containsExactly(new TokenId(7, "a", hour(2)).owner());
    assertThat(store.activeOwners(7, Set.of("a"))).isEmpty();
    assertThat(names(store.listAt(8, hour(1)))).as("of another job").containsExactly("a1");
  }

  @Test
  void whatHasSomethingToRunByIsWoken() throws Exception {
    TestSql.execute(
        database,
        "insert into due values ('%s', '2027-01-01T00:00:00Z', '')"
            .formatted(new TokenId(7, "b", hour(0)).owner()));
    store.wake(List.of(7L), NOW);
    assertThat(
            TestSql.value(
                database, "select string_agg(owner || ' ' || at, ', ' order by owner) from due"))
        .isEqualTo(
            "token:7/b/2026-01-02T00:00:00Z 2026-03-01 12:00:00+00,"
                + " token:7/b/2026-01-02T01:00:00Z 2026-03-01 12:00:00+00");
  }
}
