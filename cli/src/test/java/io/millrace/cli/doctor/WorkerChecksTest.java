package io.millrace.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WorkerChecksTest {
  @Test
  void theQueuesOfAllDefinitionsAreFound() throws Exception {
    Set<String> found = new TreeSet<>();
    WorkerChecks.collect(
        new YAMLMapper()
            .readTree(
                """
                sources:
                  bank:
                    collections:
                      - {name: a, run: {pull: {queue: banks}}}
                      - {name: b, run: {pull: {}}}
                      - {name: c, run: {noop: {}}}
                  run: {collections: [{name: d, run: {container: {pull: always}}}]}
                """),
        found);
    assertThat(found).containsExactly("banks", "default");
  }

  @Test
  void aQueueWithoutAWorkerIsBroken() {
    DoctorFinding finding = WorkerChecks.queues(Set.of("a", "b", "c"), Set.of("b"));
    assertThat(finding.level()).isEqualTo(DoctorFinding.Level.FAIL);
    assertThat(finding.text()).isEqualTo("no worker claims from: a, c");
    assertThat(WorkerChecks.queues(Set.of("b"), Set.of("a", "b")).level())
        .isEqualTo(DoctorFinding.Level.OK);
  }
}
