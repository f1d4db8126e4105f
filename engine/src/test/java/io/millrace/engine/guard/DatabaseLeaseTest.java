package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.FencedNodes;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DatabaseLeaseTest {
  private final FencedNodes fencedNodes = new FencedNodes(TestDatabase.fresh().dataSource());
  private Set<String> unreachable = Set.of();

  private DatabaseLease lease(String self, Supplier<Set<String>> unreachable) {
    return new DatabaseLease(null, self, unreachable, fencedNodes, new AsyncSql(Runnable::run));
  }

  private static boolean acquire(DatabaseLease lease) {
    return lease.acquire().toCompletableFuture().join();
  }

  @Test
  void anEarlierFencingIsNoLeaseAgainstOthers() throws Exception {
    DatabaseLease lease = lease("a#1", () -> unreachable);
    assertThat(lease.checkLease()).isFalse();
    unreachable = Set.of("b#2");
    assertThat(acquire(lease)).isTrue();
    assertThat(lease.checkLease()).isTrue();

    unreachable = Set.of("c#3");
    assertThat(lease.checkLease()).as("c is not fenced yet").isFalse();
    assertThat(acquire(lease("c#3", () -> Set.of("a#1")))).as("and may be the first").isTrue();
    assertThat(acquire(lease)).isFalse();
    assertThat(lease.checkLease()).isFalse();
  }

  @Test
  void aNodeThatGoesAwayMeanwhileIsFencedAsWell() throws Exception {
    Set<String> both = Set.of("b#2", "c#3");
    Iterator<Set<String>> seen = List.of(Set.of("b#2"), both, both).iterator();
    assertThat(acquire(lease("a#1", seen::next))).isTrue();
    assertThat(fencedNodes.isFenced("c#3")).isTrue();
  }

  @Test
  void ifAllCanBeReachedAgainNoNodeIsFencedAndNothingIsHeld() {
    DatabaseLease lease = lease("a#1", Set::of);
    assertThat(acquire(lease)).isTrue();
    assertThat(lease.checkLease()).isFalse();
  }

  @Test
  void whatIsGivenBackIsNotHeld() {
    DatabaseLease lease = lease("a#1", () -> Set.of("b#2"));
    acquire(lease);
    lease.release();
    assertThat(lease.checkLease()).isFalse();
  }
}
