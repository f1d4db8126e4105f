package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.JobSaveResult.Result;
import io.millrace.engine.task.TokenRow.TokenState;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobStoreListTest extends JobStoreTestBase {

  @Test
  void jobsAreListedByProjectAndNamePageByPage() throws SQLException {
    for (String name : List.of("c", "a", "b")) {
      save(JobKit.yaml(name, "x:trigger/t"));
      save(JobKit.yaml(name + "2", "x:trigger/t").replace("project: p", "project: o"));
    }
    List<SavedJob> first = list(null, null, null, 4);
    assertThat(first)
        .extracting(job -> job.jobName().text())
        .containsExactly("o/a2", "o/b2", "o/c2", "p/a");
    assertThat(list(null, null, first.get(3).jobName(), 4))
        .extracting(SavedJob::name)
        .containsExactly("b", "c");
    assertThat(list("o", null, null, 4)).hasSize(3);
    assertThat(list("p", null, new JobName("p", "b"), 4)).hasSize(1);
    assertThat(list(null, "O/B", null, 4)).extracting(SavedJob::name).containsExactly("b2");
    assertThat(list(null, "%", null, 4)).isEmpty();
    assertThat(store.list(new JobQuery("p", "b", null, null, 4))).hasSize(1);
    assertThat(store.projects("", 10))
        .containsExactly(new JobStore.Project("o", 3), new JobStore.Project("p", 3));
    assertThat(store.projects("o", 10)).hasSize(1);
  }

  @Test
  void aListedJobHasTheStatesOfItsLatestTimeThatHasComeAndItsNextFire() throws SQLException {
    save(JobKit.yaml("j", "a:trigger/t", "b:step/a", "c:step/b@1h"));
    long number = find("j").number();
    Instant now = clock.instant();
    Instant hour = now.truncatedTo(ChronoUnit.HOURS);
    JobOverview fresh = store.list(new JobQuery(null, null, null, null, 9)).get(0);
    assertThat(fresh.latest()).isNull();
    assertThat(fresh.states()).isEmpty();
    assertThat(fresh.recent()).isEqualTo(new JobOverview.RecentSteps(0, 0, null));
    Job job = JobKit.job(JobKit.yaml("j", "a:trigger/t"));
    assertThat(fresh.next(job, now))
        .contains(
            new JobOverview.NextFire(
                "t", hour.plus(Duration.ofHours(1)), hour.plus(Duration.ofHours(1))));
    token(number, "a", hour.minus(Duration.ofHours(1)), TokenState.FAILED);
    token(number, "a", hour, TokenState.SUCCESS);
    token(number, "b", hour, TokenState.SUCCESS);
    token(number, "c", hour, TokenState.ACTIVE);
    token(number, "d", hour, TokenState.REMOVED);
    token(number, "c", hour.plus(Duration.ofHours(1)), TokenState.WAITING);
    Instant until = hour.plus(Duration.ofHours(2));
    TestSql.execute(
        database,
        "insert into triggers (job, name, timing, fired_until) values (%d, 't', '', '%s')"
            .formatted(number, until));
    JobOverview later = store.list(new JobQuery(null, null, null, null, 9)).get(0);
    assertThat(later.latest()).isEqualTo(hour);
    assertThat(later.states()).isEqualTo(Map.of(TokenState.SUCCESS, 2, TokenState.ACTIVE, 1));
    assertThat(later.recent())
        .isEqualTo(new JobOverview.RecentSteps(4, 1, hour.minus(Duration.ofHours(1))));
    assertThat(later.next(job, now).orElseThrow().logicalTime())
        .isEqualTo(until.plus(Duration.ofHours(1)));
  }

  private void token(long job, String step, Instant time, TokenState state) throws SQLException {
    TestSql.execute(
        database,
        "insert into token values ('token:%d/%s/%s', %1$d, '%2$s', '%3$s', '%4$s', 0, '%3$s')"
            .formatted(job, step, time, state));
  }

  @Test
  void aPreviewSaysWhatSavingWouldComeToAndChangesNothing() throws SQLException {
    String yaml = JobKit.yaml("j", "a:trigger/t", "b:step/a");
    JobPreview made = store.preview(JobKit.draft(yaml), "ops");
    assertThat(made.saved().result()).isEqualTo(Result.CREATED);
    assertThat(made.job().steps()).extracting(Step::name).containsExactly("a", "b");
    assertThat(store.find(JobKit.id("j"))).isEmpty();
    long number = save(yaml).job().number();
    assertThat(store.preview(JobKit.draft(yaml), "ops").saved().result())
        .isEqualTo(Result.UNCHANGED);
    save(JobKit.yaml("k", "x:j/step/b"));
    long version = store.version();
    JobPreview replaced =
        store.preview(JobKit.draft(JobKit.yaml("j", "b:trigger/t").replace("1h", "2h")), "ops");
    assertThat(replaced.saved().result()).isEqualTo(Result.REPLACED);
    assertThat(replaced.job().number()).isEqualTo(number);
    JobPreview refused = store.preview(JobKit.draft(JobKit.yaml("j", "a:trigger/t")), "ops");
    assertThat(refused.saved().result()).isEqualTo(Result.IN_USE);
    assertThat(refused.job()).isNull();
    assertThatThrownBy(() -> store.preview(JobKit.draft(JobKit.yaml("j", "a:step/z")), "ops"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no step 'z'");
    assertThat(store.version()).isEqualTo(version);
  }

  @Test
  void changesAreToldInOrderAndOfEachJobTheLast() throws SQLException {
    SavedJob first = save(JobKit.yaml("j", "a:trigger/t")).job();
    SavedJob second = save(JobKit.yaml("k", "a:trigger/t")).job();
    store.pause(first.id(), true, "", "ops");
    List<JobChange> changes = store.changes(0, 10);
    assertThat(changes)
        .extracting(JobChange::number)
        .containsExactly(second.number(), first.number());
    assertThat(changes.get(1).job().paused()).isTrue();
    assertThat(store.changes(0, 1)).hasSize(1);
    long seen = store.version();
    assertThat(store.changes(seen, 10)).isEmpty();
    store.delete(second.id());
    assertThat(store.changes(seen, 10))
        .containsExactly(new JobChange(second.number(), store.version(), null));
  }

  @Test
  void aJobThatCannotBeReadAnyMoreIsNotInForce() throws SQLException {
    SavedJob saved = save(JobKit.yaml("j", "a:trigger/t")).job();
    TestSql.execute(database, "update jobs set definition = '{\"steps\": [{}]}'");
    assertThat(store.changes(0, 10))
        .containsExactly(new JobChange(saved.number(), saved.version(), null));
  }
}
