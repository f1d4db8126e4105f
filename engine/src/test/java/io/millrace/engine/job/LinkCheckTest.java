package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkCheckTest {
  private final Map<JobName, JobLinks> others = new HashMap<>();

  private void other(String yaml) {
    Job job = JobKit.job(yaml);
    others.put(job.jobName(), JobLinks.of(job));
  }

  private List<FieldError> errors(String yaml) throws SQLException {
    FieldErrors errors = new FieldErrors();
    LinkCheck.check(
        JobKit.good(yaml).links(),
        name -> Optional.ofNullable(others.get(name)),
        !others.isEmpty(),
        errors);
    try {
      errors.throwIfAny();
      return List.of();
    } catch (InvalidInputException refused) {
      return refused.errors();
    }
  }

  private List<String> said(String yaml) throws SQLException {
    return errors(yaml).stream()
        .map(error -> error.field() + " = " + error.value() + ": " + error.reason())
        .toList();
  }

  @Test
  void whatDoesNotExistIsRefusedAndQuoted() throws SQLException {
    other(JobKit.yaml("other", "x:trigger/t"));
    assertThat(
            said(
                JobKit.yaml(
                    "j",
                    "a:trigger/t, trigger/u, step/b, step/c",
                    "b:other/step/x, other/trigger/t, p/other/step/y, no/other/step/x, no/step/x")))
        .containsExactly(
            "steps[0].depends[1] = trigger/u: there is no trigger 'u' in this job",
            "steps[0].depends[3] = step/c: there is no step 'c' in this job",
            "steps[1].depends[2] = p/other/step/y: there is no step 'y' in the job 'p/other'",
            "steps[1].depends[3] = no/other/step/x: there is no job 'no/other'",
            "steps[1].depends[4] = no/step/x: there is no job 'p/no'");
  }

  @Test
  void aStepThatWaitsForItselfIsRefused() throws SQLException {
    assertThat(said(JobKit.yaml("j", "load:step/load")))
        .containsExactly(
            "steps[0].depends[0] = step/load: closes a cycle at one logical time: load → load");
    assertThat(said(JobKit.yaml("j", "load:trigger/t, step/load@1h"))).isEmpty();
  }

  @Test
  void aCycleIsNamedInTheDirectionInWhichItWouldRun() throws SQLException {
    assertThat(said(JobKit.yaml("j", "a:trigger/t, step/c", "b:step/a", "c:step/b")))
        .containsExactly(
            "steps[1].depends[0] = step/a: closes a cycle at one logical time: a → b → c → a");
  }

  @Test
  void aCycleOfFailuresIsACycleToo() throws SQLException {
    String yaml = JobKit.yaml("j", "a:step/b") + "  - {name: b, depends_failure: [step/a]}\n";
    assertThat(errors(yaml))
        .extracting(FieldError::field)
        .containsExactly("steps[1].depends_failure[0]");
  }

  @Test
  void anOffsetAnywhereOnTheWayBreaksTheCycle() throws SQLException {
    assertThat(errors(JobKit.yaml("j", "a:trigger/t, step/c@1d", "b:step/a", "c:step/b")))
        .isEmpty();
    assertThat(errors(JobKit.yaml("j", "a:trigger/t, step/c@0s", "b:step/a", "c:step/b")))
        .hasSize(1);
  }

  @Test
  void stepsThatMeetAgainAreNoCycle() throws SQLException {
    assertThat(
            errors(
                JobKit.yaml(
                    "j", "a:trigger/t", "b:step/a", "c:step/a", "d:step/b, step/c", "e:step/d")))
        .isEmpty();
  }

  @Test
  void everyCycleIsNamed() throws SQLException {
    assertThat(errors(JobKit.yaml("j", "a:step/b", "b:step/a", "c:step/d", "d:step/c, trigger/t")))
        .hasSize(2);
  }

  @Test
  void aCycleThroughOtherJobsIsFoundAndNamed() throws SQLException {
    other(JobKit.yaml("second", "x:first/step/a"));
    other(JobKit.yaml("third", "y:second/step/x"));
    assertThat(said(JobKit.yaml("first", "z:third/step/y", "a:step/z")))
        .containsExactly(
            "steps[1].depends[0] = step/z: closes a cycle at one logical time:"
                + " z → a → p/second/step/x → p/third/step/y → z");
    assertThat(errors(JobKit.yaml("first", "z:third/step/y@1h", "a:step/z"))).isEmpty();
  }

  @Test
  void aWayThroughThousandsOfJobsIsFollowedToItsEnd() throws SQLException {
    int jobs = 5_000;
    for (int i = 1; i < jobs; i++) {
      other(JobKit.yaml("j" + i, "s:j" + (i - 1) + "/step/s"));
    }
    assertThat(errors(JobKit.yaml("j0", "s:j" + (jobs - 1) + "/step/s"))).hasSize(1);
    assertThat(errors(JobKit.yaml("j0", "s:j" + (jobs - 1) + "/step/s@1h"))).isEmpty();
  }

  @Test
  void aLargeJobIsCheckedInNoTime() throws SQLException {
    List<String> steps = new ArrayList<>(List.of("s0:trigger/t"));
    for (int i = 1; i < JobLimits.MOST_STEPS; i++) {
      steps.add("s" + i + ":step/s" + (i - 1) + ", step/s" + i / 3);
    }
    steps.set(1, "s1:step/s0");
    assertThat(errors(JobKit.yaml("j", steps.toArray(String[]::new)))).isEmpty();
  }
}
