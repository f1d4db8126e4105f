package io.millrace.http.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobGraph;
import io.millrace.engine.job.JobOverview;
import io.millrace.engine.job.JobOverview.NextFire;
import io.millrace.engine.job.JobOverview.RecentSteps;
import io.millrace.engine.job.JobService.JobCheck;
import io.millrace.engine.job.JobService.ListedJob;
import io.millrace.engine.job.JobService.TriggerPreview;
import io.millrace.engine.job.SavedJob;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.WarningJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Jobs as the API shows them. */
final class JobJson {
  private JobJson() {}

  /** The fields of its document, and how it is now. */
  static Map<String, Object> job(SavedJob job, DefinitionView view) {
    ObjectNode definition = JsonDocument.anyObject(job.definition());
    Map<String, Object> json = head(job, definition);
    FreshPromise fresh = FreshPromiseReader.read(InputNode.root(definition, new FieldErrors()));
    if (fresh != null) {
      json.put(FreshPromiseReader.FIELD, fresh.fields());
    }
    json.put("triggers", definition.withArray("triggers"));
    json.put("steps", view.steps(definition.withArray("steps")));
    return tail(job, json);
  }

  /** In a list: with the names of its triggers and steps only, and how it stands. */
  static Map<String, Object> listed(ListedJob listed) {
    Map<String, Object> json = summary(listed.standing().job());
    json.put("next_fire", listed.next() == null ? null : next(listed.next()));
    json.put("latest", listed.standing().latest() == null ? null : latest(listed.standing()));
    json.put("recent", recent(listed.standing().recent()));
    return json;
  }

  private static Map<String, Object> recent(RecentSteps recent) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("steps", recent.steps());
    json.put("failed", recent.failed());
    json.put("last_failed", Json.time(recent.lastFailed()));
    return json;
  }

  private static Map<String, Object> next(NextFire next) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("trigger", next.trigger());
    json.put("logical_time", Json.time(next.logicalTime()));
    json.put("due_at", Json.time(next.dueAt()));
    return json;
  }

  private static Map<String, Object> latest(JobOverview standing) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(standing.latest()));
    json.put("states", standing.states());
    return json;
  }

  /** What to save it would come to. */
  static Map<String, Object> checked(JobCheck checked, Job job, JobGraph graph) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("result", checked.preview().saved().result().name().toLowerCase(Locale.ROOT));
    json.put("id", job.id().toString());
    json.put("project", job.project());
    json.put("name", job.name());
    json.put("paused", job.paused());
    json.put("triggers", checked.triggers().stream().map(JobJson::fires).toList());
    json.put("graph", graph(graph));
    return WarningJson.with(job.warnings(), json);
  }

  private static Map<String, Object> fires(TriggerPreview fires) {
    Trigger trigger = fires.trigger();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", trigger.name());
    json.put("schedule", trigger.schedule().text());
    json.put("catchup", trigger.catchUp().text());
    json.put("due", fires.due());
    json.put("next", fires.next().stream().map(time -> TriggerJson.next(trigger, time)).toList());
    return json;
  }

  private static Map<String, Object> summary(SavedJob job) {
    ObjectNode definition = JsonDocument.anyObject(job.definition());
    Map<String, Object> json = head(job, definition);
    for (String field : List.of("triggers", "steps")) {
      List<String> names = new ArrayList<>();
      definition.path(field).forEach(item -> names.add(item.path("name").asText()));
      json.put(field, names);
    }
    return tail(job, json);
  }

  private static Map<String, Object> head(SavedJob job, JsonNode definition) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", job.id().toString());
    json.put("project", job.project());
    json.put("name", job.name());
    json.put("description", definition.path("description").asText());
    json.put("paused", job.paused());
    json.put("pause_reason", job.pauseReason());
    json.put("paused_by", job.pausedBy());
    json.put("paused_at", Json.time(job.pausedAt()));
    return json;
  }

  private static Map<String, Object> tail(SavedJob job, Map<String, Object> json) {
    json.put("version", job.version());
    json.put("saved_by", job.savedBy());
    json.put("saved_at", Json.time(job.savedAt()));
    return json;
  }

  static Map<String, Object> graph(JobGraph graph) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("nodes", graph.nodes().stream().map(JobJson::node).toList());
    json.put("edges", graph.edges().stream().map(JobJson::edge).toList());
    return json;
  }

  private static Map<String, Object> node(JobGraph.GraphNode node) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", node.id());
    json.put("kind", node.kind().text());
    json.put("project", node.job().project());
    json.put("job", node.job().name());
    json.put("job_id", node.jobId() == null ? "" : node.jobId().toString());
    json.put("name", node.name());
    Step step = node.step();
    if (step != null) {
      json.put("threshold", step.threshold());
      Work work = step.work();
      json.put("run", work == null ? "" : work.run().kind());
    }
    return json;
  }

  private static Map<String, Object> edge(JobGraph.Edge edge) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", edge.from());
    json.put("to", edge.to());
    json.put("on", edge.on().name().toLowerCase(Locale.ROOT));
    json.put("offset", Durations.format(edge.offset()));
    return json;
  }
}
