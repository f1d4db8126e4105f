package io.millrace.engine.store;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.Cluster;
import akka.cluster.Member;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Akka asks for a lease when nodes cannot reach each other: the half that gets it goes on. Here
 * that puts the other half out for good, so nothing has to be held, kept up or given back.
 */
public final class DatabaseLease extends Lease {
  private final LeaseSettings settings;
  private final ExtendedActorSystem system;
  private final PutOut putOut;
  private final AsyncSql sql;
  private volatile boolean held;

  public DatabaseLease(LeaseSettings settings, ExtendedActorSystem system) {
    this.settings = settings;
    this.system = system;
    ActorSystem<?> typed = Adapter.toTyped(system);
    this.putOut = new PutOut(Storage.get(typed).dataSource());
    this.sql =
        new AsyncSql(
            typed.dispatchers().lookup(DispatcherSelector.fromConfig("millrace.db.dispatcher")));
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

  private boolean take() throws SQLException {
    Cluster cluster = Cluster.get(system);
    List<String> unreachable = new ArrayList<>();
    for (Member member : cluster.state().getUnreachable()) {
      unreachable.add(PutOut.name(member));
    }
    held = putOut.goesOn(PutOut.name(cluster.selfMember()), unreachable);
    return held;
  }

  @Override
  public CompletionStage<Boolean> release() {
    held = false;
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public boolean checkLease() {
    return held;
  }
}
