package io.millrace.engine.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The triggers and steps of a job, the edges between them, and their ends in other jobs. */
public record JobGraph(List<GraphNode> nodes, List<Edge> edges) {

  /** When an edge is taken. */
  public enum On {
    FIRE,
    SUCCESS,
    FAILURE
  }

  /**
   * @param id {@code project/job/step/name}
   * @param jobId the id of its job; absent if this node does not know the job
   * @param step absent for a trigger
   */
  public record GraphNode(
      String id,
      JobName job,
      @Nullable UUID jobId,
      Reference.Kind kind,
      String name,
      @Nullable Step step) {}

  /**
   * @param from the id of a node
   * @param to the id of the node of a step; its logical time is that of {@code from} plus the
   *     offset
   */
  public record Edge(String from, String to, On on, Duration offset) {}

  public static JobGraph of(Job job, JobRegistry jobs) {
    Builder graph = new Builder(jobs);
    job.triggers()
        .forEach(trigger -> graph.node(job.jobName(), Reference.Kind.TRIGGER, trigger.name(), job));
    job.steps().forEach(step -> graph.step(job, step));
    JobLinks.of(job).links().forEach(link -> graph.addIncoming(job, link));
    job.triggers()
        .forEach(
            trigger -> graph.addOutgoing(job, UpstreamEvent.fired(job.number(), trigger.name())));
    for (Step step : job.steps()) {
      graph.addOutgoing(job, UpstreamEvent.ended(job.number(), step.name(), false));
      graph.addOutgoing(job, UpstreamEvent.ended(job.number(), step.name(), true));
    }
    return new JobGraph(List.copyOf(graph.nodes.values()), graph.edges);
  }

  private static final class Builder {
    private final JobRegistry jobs;
    private final Map<String, GraphNode> nodes = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();

    Builder(JobRegistry jobs) {
      this.jobs = jobs;
    }

    /** Takes the step as it is, without a search: a job may have thousands. */
    void step(Job job, Step step) {
      String id = id(job.jobName(), Reference.Kind.STEP, step.name());
      nodes.put(
          id, new GraphNode(id, job.jobName(), job.id(), Reference.Kind.STEP, step.name(), step));
    }

    private static String id(JobName name, Reference.Kind kind, String item) {
      return name.text() + "/" + kind.text() + "/" + item;
    }

    String node(JobName name, Reference.Kind kind, String item, @Nullable Job job) {
      String id = id(name, kind, item);
      nodes.computeIfAbsent(
          id,
          key ->
              new GraphNode(
                  id,
                  name,
                  job == null ? null : job.id(),
                  kind,
                  item,
                  job == null || kind == Reference.Kind.TRIGGER
                      ? null
                      : job.step(item).orElse(null)));
      return id;
    }

    /** Adds an edge from something that a step of the job waits for. */
    void addIncoming(Job job, StepLink link) {
      Reference reference = link.reference();
      JobName name = reference.target(job.jobName());
      Job other = name.equals(job.jobName()) ? job : jobs.find(name).orElse(null);
      edges.add(
          new Edge(
              node(name, reference.kind(), reference.name(), other),
              node(job.jobName(), Reference.Kind.STEP, link.step(), job),
              on(reference.kind(), link.failed()),
              reference.offset()));
    }

    /** Adds edges to steps of other jobs that wait for this event. */
    void addOutgoing(Job job, UpstreamEvent event) {
      for (DownstreamStep downstream : jobs.downstreamSteps(event)) {
        Optional<Job> other = jobs.find(downstream.job());
        if (downstream.job() != job.number() && other.isPresent()) {
          edges.add(
              new Edge(
                  node(job.jobName(), event.kind(), event.name(), job),
                  node(other.get().jobName(), Reference.Kind.STEP, downstream.step(), other.get()),
                  on(event.kind(), event.failed()),
                  downstream.offset()));
        }
      }
    }

    private static On on(Reference.Kind kind, boolean failed) {
      return kind == Reference.Kind.TRIGGER ? On.FIRE : failed ? On.FAILURE : On.SUCCESS;
    }
  }
}
