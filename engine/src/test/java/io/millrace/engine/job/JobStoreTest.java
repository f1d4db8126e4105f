package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.JobSaveResult.Result;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class JobStoreTest extends JobStoreTestBase {

  private JobSaveResult saveNow(String yaml) {
    try {
      return save(yaml);
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  private List<FieldError> errors(String yaml) throws SQLException {
    try {
      save(yaml);
      return List.of();
    } catch (InvalidInputException refused) {
      return refused.errors();
    }
  }

  @Test
  void aJobIsMadeThenReplacedAndKeepsItsNumber() throws SQLException {
    JobSaveResult made = save(JobKit.yaml("j", "a:trigger/t"));
    assertThat(made.result()).isEqualTo(Result.CREATED);
    clock.pass(Duration.ofMinutes(1));
    JobSaveResult replaced = save(JobKit.yaml("j", "a:trigger/t", "b:step/a"));
    assertThat(replaced.result()).isEqualTo(Result.REPLACED);
    assertThat(replaced.job().number()).isEqualTo(made.job().number());
    assertThat(replaced.job().version()).isGreaterThan(made.job().version());
    assertThat(replaced.job().savedAt()).isEqualTo(clock.instant());
    assertThat(replaced.job().savedBy()).isEqualTo("ops");
    assertThat(store.find(JobKit.id("j"))).contains(replaced.job());
  }

  @Test
  void theDocumentIsGivenBackAsItWas() throws SQLException {
    String yaml = "# Mine: ä 😀\r\n" + JobKit.yaml("j", "a:trigger/t") + "  \n\n# end";
    save(yaml);
    assertThat(store.document(JobKit.id("j"))).contains(JobKit.document(yaml));
    assertThat(store.document(JobKit.id("k"))).isEmpty();
  }

  @Test
  void anIdenticalDocumentChangesNothing() throws SQLException {
    String yaml = JobKit.yaml("j", "a:trigger/t");
    SavedJob first = save(yaml).job();
    clock.pass(Duration.ofMinutes(1));
    JobSaveResult again = save(yaml);
    assertThat(again.result()).isEqualTo(Result.UNCHANGED);
    assertThat(again.job()).isEqualTo(first);
    assertThat(store.version()).isEqualTo(first.version());
    assertThat(save(yaml + "# and a comment\n").result()).isEqualTo(Result.REPLACED);
  }

  @Test
  void theDocumentPausesOrUnpausesOrLeavesItAsItIs() throws SQLException {
    String silent = JobKit.yaml("j", "a:trigger/t");
    String paused = silent + "paused: true\n";
    String unpaused = silent + "paused: false\n";
    assertThat(save(silent).job().paused()).isFalse();
    assertThat(save(paused).job().paused()).isTrue();
    assertThat(save(silent).job().paused()).as("said nothing").isTrue();
    assertThat(save(unpaused).job().paused()).isFalse();
    store.pause(JobKit.id("j"), true, "upgrade", "eve");
    assertThat(find("j").pauseReason()).isEqualTo("upgrade");
    JobSaveResult again = save(unpaused);
    assertThat(again.result()).as("the same document, another state").isEqualTo(Result.REPLACED);
    assertThat(again.job().paused()).isFalse();
    assertThat(again.job().pauseReason()).isEmpty();
  }

  @Test
  void aPauseSaysWhoSinceWhenAndWhy() throws SQLException {
    SavedJob made = save(JobKit.yaml("j", "a:trigger/t")).job();
    clock.pass(Duration.ofMinutes(1));
    SavedJob paused = store.pause(made.id(), true, "upgrade", "eve").orElseThrow();
    assertThat(paused.pausedBy()).isEqualTo("eve");
    assertThat(paused.pausedAt()).isEqualTo(clock.instant());
    assertThat(paused.savedAt()).as("a pause saves nothing").isEqualTo(made.savedAt());
    assertThat(paused.version()).isGreaterThan(made.version());
    assertThat(store.pause(made.id(), true, "", "bob")).as("again").contains(paused);
    SavedJob going = store.pause(made.id(), false, "", "bob").orElseThrow();
    assertThat(going.paused()).isFalse();
    assertThat(going.pausedAt()).isNull();
    assertThat(store.pause(made.id(), false, "", "bob")).contains(going);
    assertThat(store.pause(JobKit.id("k"), true, "", "bob")).isEmpty();
  }

  @Test
  void aNameIsTakenOnlyOnceInAProject() throws SQLException {
    save(JobKit.yaml("j", "a:trigger/t"));
    String other = JobKit.yaml("k", "a:trigger/t").replace("name: k", "name: j");
    assertThat(errors(other)).extracting(FieldError::field).containsExactly("name");
    assertThat(errors(other.replace("project: p", "project: q"))).isEmpty();
  }

  @Test
  void whatIsWrongInTheDocumentAndBesideTheOthersIsSaidAtOnce() throws SQLException {
    save(JobKit.yaml("j", "a:trigger/t"));
    assertThat(
            errors(
                JobKit.yaml("k", "a:j/step/nope, nobody/step/x, nonsense")
                    .replace("name: k", "name: j")
                    .replace("period: 1h", "period: 1x")))
        .extracting(FieldError::field)
        .containsExactlyInAnyOrder(
            "triggers[0].period",
            "steps[0].depends[0]",
            "steps[0].depends[1]",
            "steps[0].depends[2]",
            "name");
    assertThat(store.find(JobKit.id("k"))).isEmpty();
  }

  @Test
  void aCycleThroughAnotherJobIsRefused() throws SQLException {
    save(JobKit.yaml("j", "a:trigger/t"));
    save(JobKit.yaml("k", "b:j/step/a"));
    assertThat(errors(JobKit.yaml("j", "a:trigger/t, k/step/b")))
        .extracting(FieldError::reason)
        .containsExactly("closes a cycle at one logical time: a → p/k/step/b → a");
    assertThat(errors(JobKit.yaml("j", "a:trigger/t, k/step/b@1h"))).isEmpty();
  }

  @Test
  void whatAnotherJobWaitsForStays() throws SQLException {
    save(JobKit.yaml("j", "a:trigger/t", "b:step/a", "c:step/a"));
    save(JobKit.yaml("k", "x:j/step/b, j/trigger/t"));
    JobSaveResult removed = save(JobKit.yaml("j", "a:trigger/t", "c:step/a"));
    assertThat(removed.result()).isEqualTo(Result.IN_USE);
    assertThat(removed.uses())
        .containsExactly(
            new FieldError("steps", "b", "the step 'x' of p/k waits for it: j/step/b"));
    String renamed = JobKit.yaml("j", "a:trigger/t", "b:step/a").replace("name: j", "name: i");
    assertThat(save(renamed).uses()).hasSize(2);
    JobSaveResult deleted = store.delete(JobKit.id("j"));
    assertThat(deleted.result()).isEqualTo(Result.IN_USE);
    assertThat(deleted.uses()).extracting(FieldError::value).containsExactlyInAnyOrder("b", "t");
    assertThat(save(JobKit.yaml("j", "a:trigger/t", "b:step/a")).result())
        .as("nobody waits for c")
        .isEqualTo(Result.REPLACED);

    save(JobKit.yaml("k", "x:trigger/t"));
    assertThat(save(renamed).result()).isEqualTo(Result.REPLACED);
    assertThat(store.delete(JobKit.id("j")).result()).isEqualTo(Result.DELETED);
  }

  @Test
  void aJobThatIsMadeAgainHasAnotherNumber() throws SQLException {
    String yaml = JobKit.yaml("j", "a:trigger/t");
    SavedJob first = save(yaml).job();
    assertThat(store.delete(first.id()).result()).isEqualTo(Result.DELETED);
    assertThat(store.delete(first.id()).result()).isEqualTo(Result.UNKNOWN);
    assertThat(store.find(first.id())).isEmpty();
    JobSaveResult again = save(yaml);
    assertThat(again.result()).isEqualTo(Result.CREATED);
    assertThat(again.job().number()).isNotEqualTo(first.number());
  }

  @Test
  void aJobThatRefersToItsOwnOldNameIsNotRenamed() throws SQLException {
    String yaml = JobKit.yaml("j", "a:trigger/t", "b:j/step/a");
    save(yaml);
    assertThat(errors(yaml.replace("name: j", "name: i")))
        .extracting(FieldError::reason)
        .containsExactly("there is no job 'p/j'");
  }

  @Test
  void manyWhoPutTheSameJobMakeOne() throws SQLException {
    List<CompletableFuture<JobSaveResult>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String yaml = JobKit.yaml("j", "a:trigger/t") + "description: " + (i % 4) + "th\n";
      all.add(CompletableFuture.supplyAsync(() -> saveNow(yaml)));
    }
    assertThat(all.stream().map(CompletableFuture::join))
        .extracting(JobSaveResult::result)
        .containsOnlyOnce(Result.CREATED)
        .doesNotContain(Result.IN_USE);
    assertThat(list(null, null, null, 10)).hasSize(1);
  }

  @Test
  void twoWhoWantTheSameNameAtOnceDoNotBothGetIt() {
    List<CompletableFuture<List<FieldError>>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String yaml = JobKit.yaml("j" + i, "a:trigger/t").replaceFirst("name: j.", "name: j");
      all.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return errors(yaml);
                } catch (SQLException fault) {
                  throw new CompletionException(fault);
                }
              }));
    }
    assertThat(all.stream().map(CompletableFuture::join).filter(List::isEmpty)).hasSize(1);
  }
}
