package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.SourceStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class SourceKeeperTest extends SourceKeeperTestBase {

  private static String every(String name, String interval) {
    return "{name: " + name + ", schedule: {every: " + interval + "}}";
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
    assertThat(one.keeper.document().toCompletableFuture().join().document()).contains("b");
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
    assertThat(logged.get(0)).startsWith("ERROR").contains("is invalid");
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
