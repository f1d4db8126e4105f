package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobRegistryTest {
  private final JobRegistry registry = new JobRegistry();
  private long version;

  private void put(Job... jobs) {
    registry.apply(
        List.of(jobs).stream().map(job -> new JobChange(job.number(), ++version, job)).toList(),
        version);
  }

  private void delete(long number) {
    registry.apply(List.of(new JobChange(number, ++version, null)), version);
  }

  @Test
  void aFireAndAnEndLeadToTheStepsThatWaitForThem() {
    Job job =
        JobKit.job(
            JobKit.yaml("j", "a:trigger/t", "b:step/a@1h, p/j/trigger/t@-5m")
                + "  - {name: c, depends_failure: [task/a]}\n");
    put(job);
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(job.number(), "t")))
        .containsExactlyInAnyOrder(
            new DownstreamStep(job.number(), "a", Duration.ZERO, "trigger/t"),
            new DownstreamStep(job.number(), "b", Duration.ofMinutes(-5), "p/j/trigger/t@-5m"));
    assertThat(registry.downstreamSteps(UpstreamEvent.ended(job.number(), "a", false)))
        .containsExactly(new DownstreamStep(job.number(), "b", Duration.ofHours(1), "step/a@1h"));
    assertThat(registry.downstreamSteps(UpstreamEvent.ended(job.number(), "a", true)))
        .containsExactly(new DownstreamStep(job.number(), "c", Duration.ZERO, "!task/a"));
    assertThat(registry.downstreamSteps(UpstreamEvent.ended(job.number(), "c", false))).isEmpty();
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(99, "t"))).isEmpty();
  }

  @Test
  void whatHasChangedSinceIsTheLastChangeOfEachJob() {
    Job one = JobKit.job(JobKit.yaml("one", "a:trigger/t"));
    Job two = JobKit.job(JobKit.yaml("two", "a:trigger/t"));
    put(one, two);
    assertThat(registry.since(0)).extracting(JobChange::job).containsExactly(one, two);
    long before = registry.version();
    assertThat(registry.since(before)).isEmpty();
    Job again = JobKit.job(JobKit.yaml("one", "b:trigger/t"), one.number(), 1);
    put(again);
    delete(two.number());
    assertThat(registry.since(before))
        .containsExactly(
            new JobChange(one.number(), before + 1, again),
            new JobChange(two.number(), before + 2, null));
    assertThat(registry.since(0)).hasSize(2);
  }

  @Test
  void otherJobsAreSetOffInWhicheverOrderTheyCame() {
    Job far = JobKit.job(JobKit.yaml("far", "x:near/step/a"));
    Job near = JobKit.job(JobKit.yaml("near", "a:trigger/t"));
    put(far);
    put(near);
    assertThat(registry.downstreamSteps(UpstreamEvent.ended(near.number(), "a", false)))
        .containsExactly(new DownstreamStep(far.number(), "x", Duration.ZERO, "near/step/a"));
    put(JobKit.job(JobKit.yaml("far", "x:near/trigger/t"), far.number(), 1));
    assertThat(registry.downstreamSteps(UpstreamEvent.ended(near.number(), "a", false))).isEmpty();
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(near.number(), "t"))).hasSize(2);
    delete(far.number());
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(near.number(), "t"))).hasSize(1);
  }

  @Test
  void aJobIsFoundByNumberIdAndNameUntilItIsGone() {
    Job job = JobKit.job(JobKit.yaml("j", "a:"));
    put(job);
    assertThat(registry.find(job.number())).contains(job);
    assertThat(registry.find(job.id())).contains(job);
    assertThat(registry.find(job.jobName())).contains(job);
    assertThat(registry.all()).containsExactly(job);
    Job renamed = JobKit.job(JobKit.yaml("j", "a:").replace("name: j", "name: k"), job.number(), 2);
    put(renamed);
    assertThat(registry.find(job.jobName())).isEmpty();
    assertThat(registry.find(renamed.jobName())).contains(renamed);
    delete(job.number());
    assertThat(registry.all()).isEmpty();
    assertThat(registry.find(job.id())).isEmpty();
    assertThat(registry.version()).isEqualTo(3);
  }

  /** The same read reports the previous life of the job as gone. */
  @Test
  void aJobThatWasDeletedAndMadeAgainIsTheNewOne() {
    Job first = JobKit.job(JobKit.yaml("j", "a:trigger/t"));
    put(first);
    Job second = JobKit.job(JobKit.yaml("j", "b:trigger/t"));
    registry.apply(
        List.of(new JobChange(first.number(), 2, null), new JobChange(second.number(), 3, second)),
        3);
    assertThat(registry.find(first.id())).contains(second);
    assertThat(registry.find(first.number())).isEmpty();
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(first.number(), "t"))).isEmpty();
    assertThat(registry.downstreamSteps(UpstreamEvent.fired(second.number(), "t")))
        .extracting(DownstreamStep::step)
        .containsExactly("b");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void afterAnyChangesItIsAsIfLoadedAtOnce(long seed) {
    Random random = new Random(seed);
    Map<Long, Job> live = new HashMap<>();
    for (int round = 0; round < 100; round++) {
      List<JobChange> changes = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        long number = random.nextInt(12);
        boolean gone = random.nextInt(4) == 0;
        Job job =
            gone
                ? null
                : JobKit.job(
                    JobKit.yaml(
                        "j" + number,
                        "a:j" + random.nextInt(12) + "/step/a@1h, trigger/t",
                        "b:step/a, j" + random.nextInt(12) + "/trigger/t@1h"),
                    number,
                    ++version);
        changes.removeIf(change -> change.number() == number);
        changes.add(new JobChange(number, version, job));
        live.remove(number);
        if (job != null) {
          live.put(number, job);
        }
      }
      registry.apply(changes, version);
      JobRegistry fresh = new JobRegistry();
      fresh.apply(
          live.values().stream()
              .map(job -> new JobChange(job.number(), job.version(), job))
              .toList(),
          version);
      assertThat(registry.all()).containsExactlyInAnyOrderElementsOf(fresh.all());
      IntStream.range(0, 12)
          .boxed()
          .flatMap(
              number ->
                  List.of(UpstreamEvent.fired(number, "t"), UpstreamEvent.ended(number, "a", false))
                      .stream())
          .forEach(
              cause ->
                  assertThat(registry.downstreamSteps(cause))
                      .containsExactlyInAnyOrderElementsOf(fresh.downstreamSteps(cause)));
    }
  }
}
