package io.millrace.engine.guard;

import akka.actor.ExtendedActorSystem;
import akka.cluster.Cluster;
import akka.cluster.Member;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.store.FencedNodes;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The lease that Akka asks for when nodes cannot reach each other: the side that gets it survives.
 * Acquiring it fences the other side for good, so there is nothing to hold, renew or release.
 */
public final class DatabaseLease extends Lease {
  private final LeaseSettings settings;
  private final String self;
  private final Supplier<Set<String>> unreachable;
  private final FencedNodes fencedNodes;
  private final AsyncSql sql;
  private volatile Set<String> fenced = Set.of();

  /** Akka calls this constructor. */
  public DatabaseLease(LeaseSettings settings, ExtendedActorSystem system) {
    this(
        settings,
        FencedNodes.nodeName(Cluster.get(system).selfMember()),
        () -> unreachable(system),
        DirectFencing.nodes(DatabaseUrl.of(system.settings().config().getConfig("millrace.db"))),
        DirectFencing.sql());
  }

  DatabaseLease(
      LeaseSettings settings,
      String self,
      Supplier<Set<String>> unreachable,
      FencedNodes fencedNodes,
      AsyncSql sql) {
    this.settings = settings;
    this.self = self;
    this.unreachable = unreachable;
    this.fencedNodes = fencedNodes;
    this.sql = sql;
  }

  private static Set<String> unreachable(ExtendedActorSystem system) {
    Set<String> names = new HashSet<>();
    for (Member member : Cluster.get(system).state().getUnreachable()) {
      names.add(FencedNodes.nodeName(member));
    }
    return names;
  }

  @Override
  public LeaseSettings getSettings() {
    return settings;
  }

  @Override
  public CompletionStage<Boolean> acquire() {
    return sql.run(this::fenceUnreachable);
  }

  @Override
  public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
    return acquire();
  }

  /** Akka continues without all nodes that are unreachable by then, so all of them are fenced. */
  private boolean fenceUnreachable() throws SQLException {
    Set<String> others = unreachable.get();
    while (fencedNodes.fenceOthers(self, others)) {
      fenced = others;
      Set<String> now = unreachable.get();
      if (others.containsAll(now)) {
        return true;
      }
      others = now;
    }
    return false;
  }

  @Override
  public CompletionStage<Boolean> release() {
    fenced = Set.of();
    return CompletableFuture.completedFuture(true);
  }

  /**
   * Akka keeps a lease for a while and asks for no other meanwhile. It only covers the nodes that
   * were fenced with it. If other nodes are unreachable now, it is not valid.
   */
  @Override
  public boolean checkLease() {
    return !fenced.isEmpty() && fenced.containsAll(unreachable.get());
  }
}
