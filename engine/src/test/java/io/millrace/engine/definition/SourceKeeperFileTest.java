package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestSql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;

class SourceKeeperFileTest extends SourceKeeperTestBase {

  /** Replaces the file in one step, as an editor does, so that nobody sees half of it. */
  private void write(Path file, String document) throws IOException {
    Path whole = Files.writeString(temp.resolve("new.yaml"), document);
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
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
    assertThat(logged.get(0)).startsWith("ERROR").contains(file.toString()).contains("is invalid");
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
}
