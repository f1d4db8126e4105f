package io.millrace.engine.store;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.Cluster;
import akka.cluster.Member;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Akka asks for a lease when nodes cannot reach each other: the half that gets it goes on. Here
 * that puts the other half out for good, so nothing has to be held, kept up or given back.
 */
public final class DatabaseLease extends Lease {
  private final LeaseSettings settings;
  private final String self;
  private final Supplier<Set<String>> unreachable;
  private final PutOut putOut;
  private final AsyncSql sql;
  private volatile Set<String> out = Set.of();

  /** As Akka makes it. */
  public DatabaseLease(LeaseSettings settings, ExtendedActorSystem system) {
    this(
        settings,
        PutOut.name(Cluster.get(system).selfMember()),
        () -> unreachable(system),
        new PutOut(Storage.get(Adapter.toTyped(system)).dataSource()),
        new AsyncSql(system.dispatchers().lookup("millrace.db.dispatcher")));
  }

  DatabaseLease(
      LeaseSettings settings,
      String self,
      Supplier<Set<String>> unreachable,
      PutOut putOut,
      AsyncSql sql) {
    this.settings = settings;
    this.self = self;
    this.unreachable = unreachable;
    this.putOut = putOut;
    this.sql = sql;
  }

  private static Set<String> unreachable(ExtendedActorSystem system) {
    Set<String> names = new HashSet<>();
    for (Member member : Cluster.get(system).state().getUnreachable()) {
      names.add(PutOut.name(member));
    }
    return names;
  }

  @Override
  public LeaseSettings getSettings() {
    return settings;
  }

  @Override
  public CompletionStage<Boolean> acquire() {
    return sql.run(this::take);
  }

  @Override
  public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
    return acquire();
  }

  /** Akka goes on without all that cannot be reached by then, so all of them are put out. */
  private boolean take() throws SQLException {
    Set<String> others = unreachable.get();
    while (putOut.goesOn(self, others)) {
      out = others;
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
    out = Set.of();
    return CompletableFuture.completedFuture(true);
  }

  /**
   * Akka keeps a lease for a while, and asks for none if it has one. What was put out then says
   * nothing about who cannot be reached now: they have to be put out, too.
   */
  @Override
  public boolean checkLease() {
    return !out.isEmpty() && out.containsAll(unreachable.get());
  }
}
