package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.SourceCollection.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobReaderTest extends JobReaderTestBase {
  private static final String SPEC =
      """
id: 0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f
project: reports
name: daily-load
paused: true
triggers:
  - {name: daily, start: 2026-01-01T00:00:00Z, cron: "0 30 2 * * ?", zone: Europe/London, catchup: latest}
  - {name: often, start: 2026-01-01T00:00:00Z, period: 10m, offset: -1m, end: 2027-01-01T00:00:00Z}
steps:
  - {name: extract, depends: [trigger/daily], run: {process: [./extract.sh]}, timeout: 30m, retry: {attempts: 3, delay: 2m}}
  - {name: load, depends: [step/extract, step/other@1h], threshold: 1, run: {noop: {}}, system: TDR, priority: high, secrets: [KEY]}
  - {name: other, depends: [task/extract], depends_failure: [step/extract]}
  - {name: alarm, depends_failure: [step/load]}
""";

  /** The same job in other spellings. */
  private static final String SPELT =
      SPEC.replace("catchup: latest", "catchup: LATEST, gap: Shift, overlap: FIRST")
          .replace("period: 10m, offset: -1m", "period: 10 minutes, offset: '- 60 seconds'")
          .replace("timeout: 30m", "timeout: 0.5 hours")
          .replace("delay: 2m", "delay: 120 s")
          .replace("step/other@1h", "Step/other@1 hour")
          .replace("priority: high", "priority: High");

  @Test
  void aJobHasBoundsThatAreLookedAtFirst() {
    String head = "id: 0a6f3c1e-9d3b-4a63-8f27-1b8a4c2d5e6f\nproject: p\nname: j\n";
    String step = "  - {name: s%d, depends: [%s]}\n";
    String trigger = "  - {name: t%d, start: 2026-01-01T00:00:00Z, period: 1h}\n";
    String all =
        head
            + "triggers:\n"
            + times(JobLimits.MOST_TRIGGERS, trigger)
            + "steps:\n"
            + times(JobLimits.MOST_STEPS, step.formatted(0, "").replace("s0", "s%d"));
    assertThat(errors(all)).isEmpty();
    assertThat(errors(all + "  - {no: 1}\n"))
        .containsExactly(new FieldError("steps", "1001 steps", "must be at most 1000 in a job"));
    assertThat(errors(head + "triggers:\n" + times(1_001, "  - %d\n")))
        .containsExactly(
            new FieldError("triggers", "1001 triggers", "must be at most 1000 in a job"));
    String references = times(5_001, "x%d, ");
    assertThat(errors(head + "steps:\n" + step.formatted(1, references).repeat(2)))
        .containsExactly(
            new FieldError(
                "steps",
                "10002 references to what they wait for",
                "must be at most 10000 in a job"));
  }

  private static String times(int number, String text) {
    return IntStream.range(0, number).mapToObj(text::formatted).collect(Collectors.joining());
  }

  @Test
  void wordsInAnyCaseAndDurationsAsPeopleWriteThemAreTheSameJob() {
    Job job = JobKit.job(SPEC);
    Job spelt = JobKit.job(SPELT);
    assertThat(spelt.triggers()).isEqualTo(job.triggers());
    assertThat(spelt.step("extract")).isEqualTo(job.step("extract"));
    Step load = spelt.step("load").orElseThrow();
    assertThat(load.priority()).isEqualTo(JobPriority.HIGH);
    assertThat(load.depends().get(1).offset()).isEqualTo(Duration.ofHours(1));
    assertThat(load.depends().get(1).kind()).isEqualTo(Reference.Kind.STEP);
  }

  @Test
  void theJobOfTheSpecIsReadAsItIsMeant() {
    Job job = JobKit.job(SPEC);
    assertThat(job.paused()).isTrue();
    Trigger daily = job.trigger("daily").orElseThrow();
    assertThat(daily.schedule().text()).isEqualTo("0 30 2 * * ? in Europe/London");
    assertThat(daily.catchUp()).isEqualTo(CatchUpMode.LATEST);
    assertThat(daily.end()).isNull();
    assertThat(daily.nextAfter(Instant.parse("2025-12-31T00:00:00Z")))
        .as("the start is the first fire, whether or not it is a time of the cron line")
        .contains(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(daily.nextAfter(Instant.parse("2026-01-01T00:00:00Z")))
        .contains(Instant.parse("2026-01-01T02:30:00Z"));
    Trigger often = job.trigger("often").orElseThrow();
    assertThat(often.offset()).isEqualTo(Duration.ofMinutes(-1));
    assertThat(often.catchUp()).isEqualTo(CatchUpMode.EARLIEST);
    assertThat(often.nextAfter(often.start())).contains(Instant.parse("2026-01-01T00:10:00Z"));
    Step extract = job.step("extract").orElseThrow();
    assertThat(extract.work().run().kind()).isEqualTo("process");
    assertThat(extract.policy().timeout()).isEqualTo(Duration.ofMinutes(30));
    assertThat(extract.policy().retry().attempts()).isEqualTo(3);
    assertThat(extract.policy().schedule()).isNull();
    Step load = job.step("load").orElseThrow();
    assertThat(load.threshold()).isEqualTo(1);
    assertThat(load.work().system()).isEqualTo("TDR");
    assertThat(load.work().pool()).isEqualTo(Work.DEFAULT_POOL);
    assertThat(load.priority()).isEqualTo(JobPriority.HIGH);
    assertThat(load.work().secrets()).containsExactly("KEY");
    assertThat(load.work().secretsProject()).isEqualTo(job.project());
    assertThat(extract.work().secretsProject()).isNull();
    assertThat(load.depends())
        .extracting(Reference::text)
        .containsExactly("step/extract", "step/other@1h");
    assertThat(job.step("alarm").orElseThrow().isJoin()).isTrue();
  }

  @Test
  void jsonAndYamlAreTheSameJob() {
    String json = JobKit.good(SPEC).definition();
    JobDraft read = JobKit.READER.read(new JobDocument(json, "application/json"));
    read.errors().throwIfAny();
    assertThat(read.links()).isEqualTo(JobKit.good(SPEC).links());
    assertThat(read.paused()).isTrue();
    assertThat(read.definition()).isEqualTo(json);
  }

  @Test
  void everyProblemIsSaidAtOnceWithItsPlace() {
    List<FieldError> errors =
        errors(
            """
id: 17
project: a/b
colour: red
paused: maybe
description: [no, text]
triggers:
  - {name: t, start: yesterday, cron: "* * *", catchup: always}
  - {name: t, start: 2026-01-01T00:00:00Z, period: 100ms, zone: Mars, offset: soon}
  - {name: both, start: 2026-01-01T00:00:00Z, period: 1m, cron: "* * * * *"}
  - {start: 2026-01-01T00:00:00Z, end: 2026-01-01T00:00:00Z, period: 1m}
  - text
steps:
  - {name: s, depends: [step/a, nonsense, 3], threshold: 4, run: {noop: {}, process: [a]}}
  - {name: s, depends: trigger/t, depends_failure: [trigger/t], timeout: 5s}
  - {name: q, run: {noop: {}}, timeout: 0s, retry: {attempts: 0}, priority: urgent, secrets: [a, a]}
  - {name: r, when: now, depends: [step/s, j/step/s, task/s, step/s@0s]}
""");
    assertThat(errors)
        .extracting(FieldError::field)
        .containsExactlyInAnyOrder(
            "colour",
            "id",
            "project",
            "name",
            "description",
            "paused",
            "triggers[0].start",
            "triggers[0].cron",
            "triggers[0].catchup",
            "triggers[1].name",
            "triggers[1].period",
            "triggers[1].zone",
            "triggers[1].offset",
            "triggers[2].cron",
            "triggers[3].name",
            "triggers[3].end",
            "triggers[4]",
            "steps[0].depends[1]",
            "steps[0].depends[2]",
            "steps[0].threshold",
            "steps[0].run",
            "steps[1].name",
            "steps[1].depends",
            "steps[1].depends_failure[0]",
            "steps[1].timeout",
            "steps[2].timeout",
            "steps[2].retry.attempts",
            "steps[2].priority",
            "steps[2].secrets[1]",
            "steps[3].when",
            "steps[3].depends[2]",
            "steps[3].depends[3]");
    assertThat(errors)
        .filteredOn(error -> error.field().equals("steps[0].depends[1]"))
        .extracting(FieldError::value)
        .containsExactly("nonsense");
  }

  @Test
  void aJobHasAtLeastATriggerOrAStep() {
    String head = "id: " + JobKit.id("j") + "\nproject: p\nname: j\n";
    assertThat(errors(head)).extracting(FieldError::field).containsExactly("document");
    assertThat(errors(head + "steps: [{name: a}]")).isEmpty();
    assertThat(errors(JobKit.yaml("j").replace("steps:\n", ""))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "text", "[]", "a: b: c", "{a: &x 1, b: *x", "id: \"\\0\"", "id: \"\\ud800\""})
  void whatIsNoDocumentIsRefused(String yaml) {
    assertThatThrownBy(() -> JobKit.draft(yaml)).isInstanceOf(InvalidInputException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{} {}",
        "id: a",
        "{\"id\": 1, \"id\": 2}",
        "{\"steps\": [{\"x\": 1e999}]}"
      })
  void whatIsNoJsonIsRefused(String json) {
    assertThatThrownBy(() -> JobKit.READER.read(new JobDocument(json, "application/json")))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void theExampleIsAGoodJobOfThreeSteps() throws Exception {
    String yaml = Files.readString(Path.of("..", "docs", "examples", "job.yaml"));
    Job job = JobKit.job(yaml);
    assertThat(job.steps()).extracting(Step::name).containsExactly("fetch", "count", "alarm");
    assertThat(job.trigger("minute").orElseThrow().schedule().text()).startsWith("every 1m ");
    JobDraft draft = JobKit.draft(yaml);
    LinkCheck.check(draft.links(), name -> Optional.empty(), false, draft.errors());
    draft.errors().throwIfAny();
  }
}
