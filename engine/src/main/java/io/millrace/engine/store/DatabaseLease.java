package io.millrace.engine.store;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.javadsl.Lease;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Which half of a split cluster goes on: the one whose nodes get this row first. It is held for a
 * fixed time by the database's clock, long enough for the other half to end, and not kept up: a
 * holder that dies leaves nothing behind.
 */
public final class DatabaseLease extends Lease {
  private static final String ACQUIRE =
      """
      insert into lease (name, owner, until) values (?, ?, now() + ? * interval '1 ms')
      on conflict (name) do update set owner = excluded.owner, until = excluded.until
        where lease.owner = excluded.owner or lease.until < now()
      """;

  private final LeaseSettings settings;
  private final DataSource dataSource;
  private final AsyncSql sql;
  private volatile boolean held;

  public DatabaseLease(LeaseSettings settings, ExtendedActorSystem system) {
    this.settings = settings;
    ActorSystem<?> typed = akka.actor.typed.javadsl.Adapter.toTyped(system);
    this.dataSource = Storage.get(typed).dataSource();
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
    long millis = settings.timeoutSettings().getHeartbeatTimeout().toMillis();
    try (Connection connection = dataSource.getConnection()) {
      held =
          new Statements(connection)
                  .update(ACQUIRE, settings.leaseName(), settings.ownerName(), millis)
              == 1;
      return held;
    }
  }

  @Override
  public CompletionStage<Boolean> release() {
    held = false;
    return sql.run(
        () -> {
          try (Connection connection = dataSource.getConnection()) {
            new Statements(connection)
                .update(
                    "delete from lease where name = ? and owner = ?",
                    settings.leaseName(),
                    settings.ownerName());
            return true;
          }
        });
  }

  @Override
  public boolean checkLease() {
    return held;
  }
}
