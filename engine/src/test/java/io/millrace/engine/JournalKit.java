package io.millrace.engine;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.store.Storage;
import java.util.Map;
import javax.sql.DataSource;

/** Actors on a real journal; their timers stand still unless they are moved. */
public final class JournalKit implements AutoCloseable {
  public final ActorTestKit actors;
  public final ManualTime time;
  public final DatabaseUrl database;

  private JournalKit(ActorTestKit actors, DatabaseUrl database) {
    this.actors = actors;
    this.time = ManualTime.get(actors.system());
    this.database = database;
  }

  public static JournalKit start() {
    return start("");
  }

  /**
   * @param settings what is to be other than it is
   */
  public static JournalKit start(String settings) {
    DatabaseUrl url = TestDatabase.fresh();
    Config config =
        ConfigFactory.parseString(settings)
            .withFallback(ManualTime.config())
            .withFallback(
                ConfigFactory.parseMap(
                    Map.of(
                        "millrace.db.url",
                        url.url(),
                        "millrace.db.user",
                        url.user(),
                        "millrace.db.password",
                        url.password(),
                        "akka.actor.testkit.typed.single-expect-default",
                        "20s",
                        "akka.actor.testkit.typed.filter-leeway",
                        "20s",
                        "akka.actor.provider",
                        "local")))
            .withFallback(ConfigFactory.parseResources("single.conf"))
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve();
    return new JournalKit(ActorTestKit.create("millrace", config), url);
  }

  public DataSource dataSource() {
    return Storage.get(actors.system()).dataSource();
  }

  @Override
  public void close() {
    actors.shutdownTestKit();
    Storage.get(actors.system()).close();
  }
}
