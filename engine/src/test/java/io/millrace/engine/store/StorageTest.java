package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.JournalKit;
import io.millrace.engine.database.TestSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.jdbc.PgConnection;

/** The connections of a node, on a real PostgreSQL. */
class StorageTest {
  @Test
  void aTransactionThatIsLeftOpenIsEndedAndWhatItWroteIsNot() throws Exception {
    try (JournalKit node = JournalKit.start("millrace.db.open-transaction-timeout = 100ms")) {
      TestSql.execute(node.database, "create table note (text text)");
      try (Connection asleep = node.dataSource().getConnection();
          Statement sql = asleep.createStatement()) {
        asleep.setAutoCommit(false);
        sql.execute("insert into note values ('of a node that sleeps')");
        int pid = asleep.unwrap(PgConnection.class).getBackendPID();
        String backends = "select count(*) from pg_stat_activity where pid = " + pid;
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> TestSql.value(node.database, backends).equals("0"));
        assertThatThrownBy(asleep::commit).isInstanceOf(SQLException.class);
      }
      assertThat(TestSql.value(node.database, "select count(*) from note")).isEqualTo("0");
    }
  }
}
