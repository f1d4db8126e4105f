package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.directory.Site;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a simulation knows of the directory of a real database. */
class DirectoryReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-10T12:00:00Z");
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int USERS = 20;

  private static final DatabaseUrl DATABASE = TestDatabase.fresh();
  private static final RunProfiles PROFILES = RunProfiles.NONE;

  /** Each was refreshed this morning, two minutes after the one before it. */
  @BeforeAll
  static void fill() throws SQLException {
    execute(
        """
        insert into clients values ('app', 'App', 1, false);
        insert into sites values ('bank', 'p', false, true, true, '{}', 'fresh 6h', true);
        insert into users select 'u' || i, 'app', 'ACTIVE', null from generate_series(10, %1$d) i;
        insert into user_sites (id, user_id, site_id, status, migrating, last_refresh,
            last_mfa_required_at)
          select 's' || i, 'u' || i, 'bank', 'CONNECTED', false,
            '2026-03-10T08:00:00Z'::timestamptz + i * interval '2 min', '2026-03-10T08:00:00Z'
          from generate_series(10, %1$d) i;
        insert into due (owner, at, schedule)
          select owner, last_refresh + interval '6 h', 'fresh 6h' from user_sites;
        """
            .formatted(9 + USERS));
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static VirtualUserSites read(String request, RefreshDefinition... definitions)
      throws SQLException {
    SimulationRequest wanted =
        new SimulationRequestReader(RunSpec.RunValidator.ACCEPTED, NOW).read(request);
    DirectoryReader reader =
        new DirectoryReader(wanted, List.of(definitions), OpenTaskStore.none(), new ArrayList<>());
    try (Connection connection = DATABASE.connect()) {
      connection.setAutoCommit(false);
      reader.read(connection, () -> true);
    }
    return reader.table();
  }

  private static RefreshDefinition bank() {
    Policy policy = Policy.of(FreshSchedule.of(Duration.ofHours(6)), TIMEOUT);
    return RefreshDefinition.of(
        new Site("bank", "p", false, true, true, policy, Work.NOOP), PROFILES);
  }

  private static RefreshDefinition feed(FreshPromise fresh) {
    Policy daily = Policy.of(null, TIMEOUT);
    return RefreshDefinition.of(
        new SourceCollection(new CollectionId("feed", "c"), daily, Work.NOOP, fresh), PROFILES);
  }

  @Test
  void inThePastWhatWasReportedLaterIsNotKnown() throws SQLException {
    VirtualUserSites yesterday = read("{\"date\": \"2026-03-09\"}", bank());
    assertThat(yesterday.size()).isEqualTo(USERS);
    assertThat(yesterday.facts(0)).isEqualTo(SimulationKit.CONNECTED);
    VirtualUserSites today = read("{}", bank());
    assertThat(today.facts(0).lastRefresh()).isEqualTo("2026-03-10T08:20:00Z");
    assertThat(today.facts(0).lastMfaRequiredAt()).isEqualTo("2026-03-10T08:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({"2026-03-09", "2026-03-12"})
  void refreshesThatKeepDataFreshAreNoBurst(String date) throws SQLException {
    VirtualUserSites table = read("{\"date\": \"" + date + "\"}", bank());
    Set<Long> times = new HashSet<>();
    for (int row = 0; row < table.size(); row++) {
      times.add(table.refreshAt(row));
    }
    assertThat(times).hasSize(USERS);
    assertThat(table.refreshAt(0)).isEqualTo(Instant.parse(date + "T02:20:00Z").toEpochMilli());
  }

  @Test
  void aCollectionHasThePromiseOfItsDefinition() throws SQLException {
    String request = "{\"changes\": {\"fresh\": \"9h\"}}";
    FreshPromise hour = FreshPromise.of(Duration.ofHours(1));
    assertThat(read(request, feed(hour)).within(0)).isEqualTo(Duration.ofHours(1).toMillis());
    assertThat(read(request, feed(null)).within(0)).isEqualTo(Duration.ofHours(9).toMillis());
  }
}
