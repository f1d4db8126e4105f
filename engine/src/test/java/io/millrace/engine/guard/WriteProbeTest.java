package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteProbeTest {
  private static final String DISK_FULL = "53100";

  private final DatabaseUrl database = TestDatabase.fresh();
  private final WriteProbe probe = new WriteProbe(database.dataSource());

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  @Test
  void itWritesAndLeavesOneRow() throws Exception {
    assertThat(probe.write()).isTrue();
    assertThat(probe.write()).isTrue();
    assertThat(TestSql.value(database, "select count(*) from write_probe")).isEqualTo("1");
  }

  @Test
  void whileABackupReadsTheTableNothingIsLearnedAndNobodyWaits() throws Exception {
    try (Connection backup = database.connect();
        Statement sql = backup.createStatement()) {
      backup.setAutoCommit(false);
      sql.execute("lock table write_probe in access share mode");
      assertThat(probe.write()).isFalse();
    }
    assertThat(probe.write()).isTrue();
  }

  /** Fills a real disk: a file system of its own with a few pages. */
  @Test
  void aFullDiskIsNoticedAndSoIsRoom(@TempDir Path temp) throws Exception {
    Path disk = Files.createDirectory(temp.toRealPath().resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
        "only root can mount a file system of its own");
    try {
      Path files = Files.createDirectory(disk.resolve("files"));
      TestDatabase.executeAsSuperuser(database, "create tablespace small location '" + files + "'");
      TestDatabase.executeAsSuperuser(database, "alter table write_probe set tablespace small");
      assertThat(probe.write()).isTrue();
      Path filler = disk.resolve("filler");
      run("sh", "-c", "cat /dev/zero > '" + filler + "' 2> /dev/null");
      assertThatThrownBy(probe::write)
          .isInstanceOfSatisfying(
              SQLException.class, fault -> assertThat(fault.getSQLState()).isEqualTo(DISK_FULL));
      Files.delete(filler);
      assertThat(probe.write()).isTrue();
      TestDatabase.executeAsSuperuser(
          database, "alter table write_probe set tablespace pg_default");
      TestDatabase.executeAsSuperuser(database, "drop tablespace small");
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {"08006,true", "57P03,true", "53300,true", "NULL,true", "53100,false", "25006,false"},
      nullValues = "NULL")
  void aDatabaseThatIsAwayIsNotOneThatCannotWrite(String state, boolean away) {
    assertThat(WriteProbe.isAway(new SQLException("reason", state))).isEqualTo(away);
  }
}
