package io.millrace.engine.directory;

import static io.millrace.engine.directory.TestEntries.client;
import static io.millrace.engine.directory.TestEntries.every;
import static io.millrace.engine.directory.TestEntries.site;
import static io.millrace.engine.directory.TestEntries.user;
import static io.millrace.engine.directory.TestEntries.userSite;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.EntrySaveResult.Result;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Concurrent changes of the directory. */
class DirectoryRaceTest {
  private final DatabaseUrl database = TestDatabase.fresh();
  private final DirectoryStore store =
      new DirectoryStore(database.dataSource(), new TestClock(), "demo"::equals);

  private long count(String query) throws SQLException {
    return Long.parseLong(TestSql.value(database, "select count(*) from " + query));
  }

  @Test
  void oneOfTwoWhoSaveTheSameAtOnceMakesItAndTheOtherFindsIt() throws Exception {
    store.save(List.of(client("a"), site("s", "")), false);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    CyclicBarrier start = new CyclicBarrier(2);
    try {
      for (int round = 0; round < 50; round++) {
        String id = "r" + round;
        Future<List<EntrySaveResult>> one =
            threads.submit(() -> saveAt(start, id, UserStatus.ACTIVE));
        Future<List<EntrySaveResult>> other =
            threads.submit(() -> saveAt(start, id, UserStatus.BLOCKED));
        List<EntrySaveResult> results = new ArrayList<>(one.get());
        results.addAll(other.get());
        assertThat(results)
            .extracting(EntrySaveResult::result)
            .containsExactlyInAnyOrder(
                Result.CREATED, Result.CREATED, Result.DIFFERS, Result.UNCHANGED);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(count("users")).isEqualTo(50);
    assertThat(count("user_sites")).isEqualTo(50);
  }

  private List<EntrySaveResult> saveAt(CyclicBarrier start, String id, UserStatus status)
      throws Exception {
    start.await();
    return store.save(List.of(new User(id, "a", status, null), userSite("x" + id, id, "s")), false);
  }

  @Test
  void manyWhoSaveDeleteAndChangeTheSameThingsNeverMeetAFault() throws Exception {
    store.save(List.of(client("a"), client("b"), every("s", "1h"), every("t", "1h")), false);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int t = 0; t < 6; t++) {
        boolean forward = t % 2 == 0;
        int thread = t;
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 30; i++) {
                    mixedUp(thread, i, forward);
                  }
                  return null;
                }));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(count("user_sites us left join users u on u.id = us.user_id where u.id is null"))
        .isZero();
  }

  private void mixedUp(int thread, int i, boolean forward) throws SQLException {
    List<DirectoryEntry> entries = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      int k = forward ? n : 3 - n;
      entries.add(new Client("a", "A" + thread, i, false));
      entries.add(every(k % 2 == 0 ? "s" : "t", (1 + i % 3) + "h"));
      entries.add(user("u" + k, "a"));
      entries.add(userSite("x" + k, "u" + k, k % 2 == 0 ? "s" : "t").withMigrating(i % 2 == 0));
    }
    store.save(entries, true);
    if (i % 3 == 0) {
      store.delete(EntryTables.USERS, "u" + (i % 4));
      store.delete(EntryTables.SITES, "t");
    }
    store.change("x1", entry -> entry.withStatus(ConnectionStatus.values()[i % 3]));
  }
}
