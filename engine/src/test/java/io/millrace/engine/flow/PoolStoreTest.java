package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolStoreTest {
  private PoolStore store;

  @BeforeEach
  void create() {
    DataSource database = TestDatabase.fresh().dataSource();
    store = new PoolStore(database, new TestClock(), "default", PoolConfig.ofChannels(256));
  }

  private Optional<PoolChange> put(String pool, int channels) throws SQLException {
    return store.change(pool, "ops", "", before -> PoolConfig.ofChannels(channels));
  }

  @Test
  void theDefaultPoolIsAlwaysThere() throws SQLException {
    assertThat(store.all()).extracting(PoolChange::pool).containsExactly("default");
    assertThat(store.newest("default").orElseThrow().config().maxConcurrency()).isEqualTo(256);
    put("default", 5);
    assertThat(store.all()).hasSize(1);
    assertThat(store.newest("default").orElseThrow().config().maxConcurrency()).isEqualTo(5);
  }

  @Test
  void everyChangeIsRememberedNewestFirst() throws SQLException {
    put("bank", 1);
    put("other", 9);
    put("bank", 2);
    store.change("bank", "eve", "upgrade", now -> now.orElseThrow().withEnabled(false));
    List<PoolChange> changes = store.changes("bank", Long.MAX_VALUE, 2);
    assertThat(changes).extracting(PoolChange::changedBy).containsExactly("eve", "ops");
    assertThat(changes.get(0).reason()).isEqualTo("upgrade");
    assertThat(changes.get(0).config().enabled()).isFalse();
    assertThat(store.changes("bank", changes.get(1).version(), 2))
        .extracting(change -> change.config().maxConcurrency())
        .containsExactly(1);
  }

  @Test
  void aPoolThatIsRemovedIsGoneButItsRecordStays() throws SQLException {
    put("bank", 1);
    assertThat(store.remove("bank", "ops")).isZero();
    assertThat(store.remove("bank", "ops")).isZero();
    assertThat(store.all()).extracting(PoolChange::pool).containsExactly("default");
    assertThat(store.changes("bank", Long.MAX_VALUE, 9)).hasSize(2);
    assertThat(put("bank", 3)).isPresent();
    assertThat(store.all()).hasSize(2);
  }

  @Test
  void nothingIsMadeOfNothing() throws SQLException {
    assertThat(store.newest("bank")).isEmpty();
    assertThat(store.change("bank", "ops", "", before -> null)).isEmpty();
    assertThat(store.changes("bank", Long.MAX_VALUE, 9)).isEmpty();
  }

  @Test
  void changesAtTheSameTimeComeOneAfterTheOther() throws SQLException {
    put("bank", 1);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(CompletableFuture.runAsync(this::oneMore));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    assertThat(store.newest("bank").orElseThrow().config().maxConcurrency()).isEqualTo(21);
  }

  private void oneMore() {
    try {
      store.change(
          "bank", "ops", "", now -> PoolConfig.ofChannels(now.orElseThrow().maxConcurrency() + 1));
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }
}
