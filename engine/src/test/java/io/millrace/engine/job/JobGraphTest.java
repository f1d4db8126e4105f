package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.JobGraph.Edge;
import io.millrace.engine.job.JobGraph.GraphNode;
import io.millrace.engine.job.JobGraph.On;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobGraphTest {

  @Test
  void aGraphHasTheJobAndItsNeighbours() {
    Job up = JobKit.job(JobKit.yaml("up", "u:trigger/t"));
    Job job =
        JobKit.job(
            JobKit.yaml("j", "a:trigger/t, up/step/u@1h")
                + "  - {name: b, depends_failure: [step/a]}\n");
    Job down = JobKit.job(JobKit.yaml("down", "d:j/step/a", "e:step/d"));
    JobRegistry registry = new JobRegistry();
    registry.apply(
        List.of(up, job, down).stream().map(it -> new JobChange(it.number(), 1, it)).toList(), 1);
    JobGraph graph = JobGraph.of(job, registry);
    assertThat(graph.nodes())
        .extracting(GraphNode::id)
        .containsExactlyInAnyOrder(
            "p/j/trigger/t", "p/j/step/a", "p/j/step/b", "p/up/step/u", "p/down/step/d");
    assertThat(graph.nodes())
        .filteredOn(node -> node.id().equals("p/up/step/u"))
        .extracting(GraphNode::jobId)
        .containsExactly(up.id());
    assertThat(graph.edges())
        .containsExactlyInAnyOrder(
            new Edge("p/j/trigger/t", "p/j/step/a", On.FIRE, Duration.ZERO),
            new Edge("p/up/step/u", "p/j/step/a", On.SUCCESS, Duration.ofHours(1)),
            new Edge("p/j/step/a", "p/j/step/b", On.FAILURE, Duration.ZERO),
            new Edge("p/j/step/a", "p/down/step/d", On.SUCCESS, Duration.ZERO));
  }
}
