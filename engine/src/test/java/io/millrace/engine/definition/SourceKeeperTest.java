package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.worker.NoopRunner;
import io.millrace.engine.worker.PullRunner;
import io.millrace.engine.worker.RunnerRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** On a real database. Simulated user-sites follow each notice at once. */
class SourceKeeperTest {
  private static final String DEMO = "sources: {demo: {collections: [{name: c}]}}";
  private static final Duration SOON = Duration.ofSeconds(20);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final SourceStore store = new SourceStore(database.dataSource());
  private final List<TestKeeper> keepers = new ArrayList<>();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> log =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          logged.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };
  @TempDir private Path temp;

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

  private static Stream<Logger> logs() {
    return Stream.of(SourceKeeper.class, SourcesFile.class)
        .map(type -> (Logger) LoggerFactory.getLogger(type));
  }

  /** A keeper, and the user-sites of its node. */
  private final class TestKeeper {
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

  private TestKeeper keeper() {
    return new TestKeeper(null);
  }

  private static String document(String... collections) {
    return "sources: {bank: {collections: [" + String.join(", ", collections) + "]}}";
  }

  private static String named(String name) {
    return "{name: " + name + "}";
  }

  private static String every(String name, String interval) {
    return "{name: " + name + ", schedule: {every: " + interval + "}}";
  }

  /** Replaces the file in one step, as an editor does, so that nobody sees half of it. */
  private void write(Path file, String document) throws IOException {
    Path whole = Files.writeString(temp.resolve("new.yaml"), document);
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aNodeKnowsWhatIsInForceBeforeItTellsAnybody() throws SQLException {
    store.save("sources: {bank: {collections: [{name: c, schedule: '@daily'}]}}", "test");
    TestKeeper node = new TestKeeper(null);
    node.keeper.load();
    assertThat(node.has("bank", "c")).isTrue();
    assertThat(node.defined).isEmpty();
    node.start();
    assertThat(node.defined).containsExactly("bank/c");
    store.save("sources: [", "a release that read it");
    TestKeeper later = new TestKeeper(null);
    later.keeper.load();
    assertThat(later.registry.current().collections()).isEmpty();
  }

  @Test
  void aFileWithCredentialsIsLoadedAndTheLogNamesTheirFieldsOnly() throws IOException {
    Path file = temp.resolve("sources.yaml");
    Files.writeString(
        file,
        "sources: {bank: {collections: [{name: c, run: {pull: {body: {Cookie: hunter2}}}}]}}");
    TestKeeper node = new TestKeeper(file).start();
    await().untilAsserted(() -> assertThat(node.has("bank", "c")).isTrue());
    await()
        .untilAsserted(
            () -> assertThat(logged).anyMatch(line -> line.contains("run.pull.body.Cookie")));
    assertThat(logged).noneMatch(line -> line.contains("hunter2"));
  }

  @Test
  void theFirstStartSavesTheFirstDocumentAndTheSecondKeepsWhatIsThere() throws Exception {
    assertThat(keeper().start().has("demo", "c")).isTrue();
    assertThat(store.newest()).contains(new SourceStore.SourcesDocument(1, DEMO));
    keepers.get(0).put(document(named("a")));
    TestKeeper second = keeper().start();
    assertThat(second.has("bank", "a")).isTrue();
    assertThat(second.has("demo", "c")).isFalse();
    assertThat(store.version()).isEqualTo(2);
  }

  @Test
  void aFileIsLoadedAndLoadedAgainWhenItChanges() throws Exception {
    Path file = temp.resolve("sources.yaml");
    write(file, document(named("a")));
    TestKeeper keeper = new TestKeeper(file).start();
    assertThat(keeper.has("bank", "a")).isTrue();
    assertThat(keeper.has("demo", "c")).as("the demo is for those without a file").isFalse();
    write(file, document(named("a"), named("b")));
    await().atMost(SOON).until(() -> keeper.has("bank", "b"));
    assertThat(store.version()).isEqualTo(2);
    assertThat(TestSql.value(database, "select saved_by from sources where version = 2"))
        .isEqualTo(file.toString());
  }

  @Test
  void theSameFileAfterARestartIsNotSavedAgain() throws Exception {
    Path file = temp.resolve("sources.yaml");
    write(file, document(named("a")));
    new TestKeeper(file).start();
    assertThat(new TestKeeper(file).start().has("bank", "a")).isTrue();
    assertThat(store.version()).isEqualTo(1);
  }

  @Test
  void aBrokenFileLeavesTheOldSourcesInForceAndTheLogSaysWhatIsWrong() throws Exception {
    Path file = temp.resolve("sources.yaml");
    write(file, document(named("a")));
    TestKeeper keeper = new TestKeeper(file).start();
    write(file, document("{name: b, tmeout: 5s}", "{name: c, run: {magic: {}}}"));
    await().atMost(SOON).until(() -> logged.size() >= 3);
    assertThat(logged.get(0)).startsWith("ERROR").contains(file.toString()).contains("refused");
    assertThat(logged.subList(1, 3)).anyMatch(line -> line.contains("tmeout"));
    assertThat(logged.subList(1, 3)).anyMatch(line -> line.contains("magic"));
    assertThat(keeper.has("bank", "a")).isTrue();
    assertThat(keeper.has("bank", "b")).isFalse();
    int lines = logged.size();
    keeper.keeper.refresh().toCompletableFuture().join();
    assertThat(logged).as("it is said once").hasSize(lines);
    write(file, document(named("b")));
    await().atMost(SOON).until(() -> keeper.has("bank", "b"));
  }

  @Test
  void aFileThatIsNotThereYetIsLoadedWhenItComes() throws Exception {
    Path file = temp.resolve("sources.yaml");
    TestKeeper keeper = new TestKeeper(file).start();
    keeper.keeper.refresh().toCompletableFuture().join();
    assertThat(logged).as("it is said once").hasSize(1);
    assertThat(logged.get(0)).contains(file.toString()).contains("cannot be read");
    write(file, document(named("a")));
    await().atMost(SOON).until(() -> keeper.has("bank", "a"));
  }

  @Test
  void aFileThatComesWhileTheDatabaseIsAwayIsLoadedWhenItIsBack() throws Exception {
    Path file = temp.resolve("sources.yaml");
    write(file, document(named("a")));
    TestKeeper keeper = new TestKeeper(file).start();
    TestSql.execute(database, "alter table sources rename to away");
    write(file, document(named("b")));
    await().atMost(SOON).until(() -> logged.stream().anyMatch(line -> line.contains("WARN")));
    TestSql.execute(database, "alter table away rename to sources");
    await().atMost(SOON).until(() -> keeper.has("bank", "b"));
  }

  @Test
  void aBadDocumentFromTheApiFailsWithItsErrorsAndIsNotSaved() throws Exception {
    TestKeeper keeper = keeper().start();
    assertThatThrownBy(() -> keeper.put(document("{name: a, run: {magic: {}}}")))
        .hasCauseInstanceOf(InvalidInputException.class)
        .hasMessageContaining("magic");
    assertThat(store.version()).isEqualTo(1);
    assertThat(keeper.has("demo", "c")).isTrue();
  }

  @Test
  void whatWasSavedStaysInForceWhenALaterRuleWouldRefuseIt() throws Exception {
    store.save(document("{name: a, run: {magic: {}}}"), "an older release");

    assertThat(keeper().start().has("bank", "a")).isTrue();
  }

  @Test
  void whatOneNodeSavesTheOtherTakesOver() {
    TestKeeper one = keeper().start();
    TestKeeper other = keeper().start();
    one.put(document(named("a")));
    await().atMost(SOON).until(() -> other.has("bank", "a"));
    other.put(document(named("b")));
    one.keeper.refresh().toCompletableFuture().join();
    assertThat(one.has("bank", "b")).as("at once, if it is asked to look").isTrue();
    assertThat(one.keeper.document().toCompletableFuture().join()).contains("b");
  }

  @Test
  void exactlyThoseWhoseScheduleIsAnotherAreToldSo() {
    TestKeeper keeper = keeper().start();
    assertThat(keeper.defined).as("no schedule, nothing to follow").isEmpty();
    keeper.put(
        document(every("same", "1h"), every("edited", "1h"), every("gone", "1h"), named("hand")));
    assertThat(keeper.defined)
        .as("the last one is taken out, and may not have had anything booked")
        .containsExactly("bank/edited", "bank/gone", "bank/same", "demo/c");
    keeper.defined.clear();
    keeper.put(
        document(every("same", "1h"), every("edited", "2h"), every("added", "1h"), named("hand")));
    assertThat(keeper.defined).containsExactly("bank/added", "bank/edited", "bank/gone");
    keeper.defined.clear();
    keeper.put(document(named("same"), every("edited", "2h"), every("added", "1h")));
    assertThat(keeper.defined).containsExactly("bank/hand", "bank/same");
  }

  @Test
  void aNodeThatStartsTellsThoseWhoMissedAChange() throws Exception {
    store.save(document(every("missed", "1h")), "a node that was killed then");
    assertThat(keeper().start().defined).containsExactly("bank/missed");
    assertThat(keeper().start().defined).as("now it knows").isEmpty();
  }

  @Test
  void aDocumentIsAcceptedAlsoIfSomeoneCouldNotBeToldOfItYet() throws Exception {
    TestKeeper keeper = keeper().start();
    keeper.faults.set(1);
    keeper.put(document(every("a", "1h")));
    assertThat(keeper.has("bank", "a")).isTrue();
    await().atMost(SOON).until(() -> Collections.frequency(keeper.defined, "bank/a") == 2);
  }

  @Test
  void whoCouldNotBeToldIsToldAgain() throws Exception {
    store.save(document(every("a", "1h"), every("b", "1h")), "test");
    TestKeeper keeper = keeper();
    keeper.faults.set(1);
    keeper.start();
    await().atMost(SOON).until(() -> keeper.defined.size() >= 3);
    keeper.keeper.refresh().toCompletableFuture().join(); // all are notified by then
    assertThat(keeper.defined).containsExactly("bank/a", "bank/b", "bank/a");
    assertThat(new DueStore(database.dataSource()).schedules())
        .containsOnlyKeys("bank/a", "bank/b");
  }

  @Test
  void aDisabledCollectionHearsThatItWasSavedAgain() throws Exception {
    TestKeeper one = new TestKeeper(null).start();
    TestSql.execute(
        database,
        "insert into due (owner, schedule, disabled_reason) values ('demo/c', '', 'no account')");
    one.keeper.refresh().toCompletableFuture().join();
    assertThat(one.savedAgain).as("nobody saved it").isEmpty();
    one.put(DEMO);
    assertThat(one.savedAgain).containsExactly("demo/c");
  }

  @Test
  void whoComesBackIsNotSavedAgainByTheDocumentThatBringsIt() throws Exception {
    TestKeeper one = new TestKeeper(null).start();
    one.put(document(named("a"), named("b")));
    String disabled =
        "insert into due (owner, schedule, disabled_reason) values ('bank/%s', '', 'no account')";
    TestSql.execute(database, disabled.formatted("a"));
    one.put(document(named("b")));
    assertThat(one.savedAgain).as("it is not in this one").isEmpty();
    TestSql.execute(database, disabled.formatted("a")); // it was back before the query
    one.put(document(named("a"), named("b")));
    assertThat(one.savedAgain).as("it was not in the one before").isEmpty();
    one.put(document(named("b"), named("a")));
    assertThat(one.savedAgain).containsExactly("bank/a");
  }

  @Test
  void whoIsSuspendedIsToldThatItIsBackAlsoIfItHasNoSchedule() throws Exception {
    TestSql.execute(
        database,
        "insert into removed_owner (owner, since, suspended) values ('bank/a', now(), true),"
            + " ('bank/b', now(), true), ('bank/c', now(), false)");
    TestKeeper one = keeper().start();
    assertThat(one.defined).isEmpty();
    one.put(document(named("a"), named("c")));
    assertThat(one.defined).containsExactly("bank/a", "demo/c");
  }

  @Test
  void whoHasARetryOrIsDisabledIsToldThatItIsGoneAlsoIfItHasNoSchedule() throws Exception {
    TestSql.execute(
        database,
        """
        insert into due (owner, schedule, at, disabled_reason) values
          ('bank/retried', '', now(), null), ('bank/disabled', '', null, 'no'),
          ('bank/idle', '', null, null), ('token:1/a/b', '', now(), null)
        """);
    assertThat(keeper().start().defined).containsExactly("bank/disabled", "bank/retried");
  }

  @Test
  void aFileThatIsTruncatedAndRestoredChangesNothing() throws Exception {
    Path file = temp.resolve("sources.yaml");
    Files.writeString(file, document(named("a")));
    TestKeeper keeper = new TestKeeper(file).start();
    Files.writeString(file, "");
    await().atMost(SOON).until(() -> logged.size() >= 2);
    keeper.keeper.refresh().toCompletableFuture().join();
    assertThat(logged).as("it is said once").hasSize(2);
    assertThat(logged.get(0)).startsWith("ERROR").contains("refused");
    assertThat(logged.get(1)).contains("no collection");
    Files.writeString(file, document(named("a")));
    keeper.keeper.refresh().toCompletableFuture().join();
    assertThat(keeper.has("bank", "a")).isTrue();
    assertThat(store.version()).isEqualTo(1);
    assertThat(keeper.defined).isEmpty();
  }

  @Test
  void anEmptyDocumentIsTakenOnlyFromWhoMeansIt() throws Exception {
    TestKeeper keeper = keeper().start();
    assertThatThrownBy(() -> keeper.put("sources: {}"))
        .hasCauseInstanceOf(InvalidInputException.class)
        .hasMessageContaining("empty=true");
    assertThat(store.version()).isEqualTo(1);
    keeper.keeper.putEvenIfEmpty("sources: {}", "test").toCompletableFuture().join();
    assertThat(keeper.registry.current().collections()).isEmpty();
    assertThat(keeper().start().registry.current().collections()).as("on every node").isEmpty();
  }
}
