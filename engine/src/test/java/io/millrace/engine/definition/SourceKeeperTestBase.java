package io.millrace.engine.definition;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.worker.NoopRunner;
import io.millrace.engine.worker.PullRunner;
import io.millrace.engine.worker.RunnerRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** On a real database. Simulated user-sites follow each notice at once. */
abstract class SourceKeeperTestBase {
  static final String DEMO = "sources: {demo: {collections: [{name: c}]}}";
  static final Duration SOON = Duration.ofSeconds(20);

  final DatabaseUrl database = TestDatabase.fresh();
  final SourceStore store = new SourceStore(database.dataSource());
  final List<TestKeeper> keepers = new ArrayList<>();
  final List<String> logged = new CopyOnWriteArrayList<>();
  final AppenderBase<ILoggingEvent> log =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          logged.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };
  @TempDir Path temp;

  @BeforeEach
  void listen() {
    log.start();
    logs().forEach(logger -> logger.addAppender(log));
  }

  @AfterEach
  void close() {
    logs().forEach(logger -> logger.detachAppender(log));
    keepers.forEach(keeper -> keeper.keeper.close());
  }

  static Stream<Logger> logs() {
    return Stream.of(SourceKeeper.class, SourcesFile.class)
        .map(type -> (Logger) LoggerFactory.getLogger(type));
  }

  /** A keeper, and the user-sites of its node. */
  final class TestKeeper {
    final SourceRegistry registry = new SourceRegistry();
    final List<String> defined = new CopyOnWriteArrayList<>();
    final List<String> savedAgain = new CopyOnWriteArrayList<>();
    final AtomicInteger faults = new AtomicInteger();
    final SourceKeeper keeper;

    TestKeeper(Path file) {
      keeper =
          new SourceKeeper(
              registry,
              store,
              new DueStore(database.dataSource()),
              new RunnerRegistry(List.of(new NoopRunner(), new PullRunner())),
              name -> name.equals("a-site"),
              this::define,
              this::save,
              file == null ? null : new SourcesFile(file, Duration.ZERO, Clock.systemUTC()));
      keepers.add(this);
    }

    TestKeeper start() {
      keeper.start(DEMO).toCompletableFuture().join();
      return this;
    }

    void put(String document) {
      keeper.put(document, "test").toCompletableFuture().join();
    }

    boolean has(String source, String collection) {
      return registry.current().find(source, collection).isPresent();
    }

    private CompletionStage<?> save(String owner) {
      savedAgain.add(owner);
      return CompletableFuture.completedFuture(null);
    }

    private CompletionStage<?> define(String owner) {
      defined.add(owner);
      if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return CompletableFuture.failedFuture(new IllegalStateException("it does not answer"));
      }
      follow(
          owner,
          registry
              .current()
              .find(CollectionId.parse(owner))
              .map(found -> found.policy().schedule())
              .map(schedule -> schedule.text())
              .orElse(null));
      return CompletableFuture.completedFuture(null);
    }

    private void follow(String owner, String schedule) {
      String sql =
          schedule == null
              ? "delete from due where owner = ? and ?::text is null"
              : "insert into due (owner, schedule) values (?, ?)"
                  + " on conflict (owner) do update set schedule = excluded.schedule";
      try (Connection connection = database.connect();
          PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, owner);
        statement.setString(2, schedule);
        statement.executeUpdate();
      } catch (SQLException fault) {
        throw new AssertionError(fault);
      }
    }
  }

  TestKeeper keeper() {
    return new TestKeeper(null);
  }

  static String document(String... collections) {
    return "sources: {bank: {collections: [" + String.join(", ", collections) + "]}}";
  }

  static String named(String name) {
    return "{name: " + name + "}";
  }
}
