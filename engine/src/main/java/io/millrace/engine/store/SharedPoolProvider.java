package io.millrace.engine.store;

import akka.actor.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.jdbc.db.SlickDatabase;
import akka.persistence.jdbc.db.SlickDatabaseProvider;
import com.typesafe.config.Config;
import scala.Option;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcBackend$;
import slick.jdbc.JdbcProfile;
import slick.jdbc.PostgresProfile$;
import slick.util.AsyncExecutor;

/** Lets the persistence plugin read through the node's own connection pool. */
public final class SharedPoolProvider implements SlickDatabaseProvider {
  private static final int READERS = 4;
  private static final int MAX_WAITING_READS = 10_000;

  private final SlickDatabase database;

  /** The plugin passes this parameter to every provider. */
  public SharedPoolProvider(ActorSystem system) {
    Storage storage = Storage.get(Adapter.toTyped(system));
    JdbcBackend.DatabaseDef slick =
        JdbcBackend$.MODULE$
            .Database()
            .forDataSource(
                storage.dataSource(),
                Option.apply(READERS),
                AsyncExecutor.apply("journal-reader", READERS, READERS, MAX_WAITING_READS, READERS),
                false);
    database = new SharedSlickDatabase(slick);
  }

  @Override
  public SlickDatabase database(Config config) {
    return database;
  }

  private record SharedSlickDatabase(JdbcBackend.DatabaseDef database) implements SlickDatabase {
    @Override
    public JdbcProfile profile() {
      return PostgresProfile$.MODULE$;
    }

    @Override
    public boolean allowShutdown() {
      return false;
    }
  }
}
