package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.job.JobService;
import io.millrace.engine.job.SchedulePreview;
import io.millrace.engine.job.SchedulePreview.PreviewedFire;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.QueryParameters;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code /schedules/preview}: when a trigger would fire, without a job. */
public final class ScheduleRoutes extends AllDirectives {
  public static final List<EndpointHandler<ScheduleRoutes>> ENDPOINTS =
      List.of(Endpoint.get("/schedules/preview").to((ScheduleRoutes routes) -> routes.preview()));

  private static final Set<String> TRIGGER =
      Set.of("cron", "period", "start", "end", "zone", "gap", "overlap", "offset");

  private final JobService jobs;

  public ScheduleRoutes(JobService jobs) {
    this.jobs = jobs;
  }

  private Route preview() {
    return parameterMap(parameters -> complete(preview(parameters)));
  }

  private HttpResponse preview(Map<String, String> parameters) {
    Set<String> known = new TreeSet<>(TRIGGER);
    known.add("n");
    QueryParameters query = new QueryParameters(parameters, known);
    int n = query.number("n", 1, 100, 10);
    query.check();
    ObjectNode trigger = Json.MAPPER.createObjectNode();
    parameters.forEach(
        (name, text) -> {
          if (TRIGGER.contains(name)) {
            trigger.put(name, value(name, text));
          }
        });
    return Json.ok(json(jobs.preview(trigger, n)));
  }

  /** The plus of an offset from UTC is a space in a query. */
  private static String value(String name, String text) {
    return name.equals("start") || name.equals("end") ? text.replace(' ', '+') : text;
  }

  private static Map<String, Object> json(SchedulePreview preview) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schedule", preview.schedule());
    json.put("zone", preview.zone().getId());
    json.put("fires", preview.fires().stream().map(fire -> json(fire, preview.zone())).toList());
    return json;
  }

  private static Map<String, Object> json(PreviewedFire fire, ZoneId zone) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("logical_time", Json.time(fire.logicalTime()));
    json.put("due_at", Json.time(fire.dueAt()));
    json.put("local_logical_time", local(fire.logicalTime(), zone));
    json.put("local_due_at", local(fire.dueAt(), zone));
    return json;
  }

  private static String local(Instant time, ZoneId zone) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone));
  }
}
