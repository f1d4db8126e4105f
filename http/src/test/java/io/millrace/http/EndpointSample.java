package io.millrace.http;

import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.Permission;
import io.millrace.http.endpoint.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A declared endpoint, and the body and query that it is tested with.
 *
 * @param path with {@code {…}} for what varies
 * @param roles who may use it; empty = anybody, even without a token
 */
public record EndpointSample(String method, String path, Set<Role> roles) {
  /** The id of the good job. */
  public static final String JOB = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a";

  private static final String GOOD_JOB =
      "{\"id\":\""
          + JOB
          + "\",\"project\":\"p\",\"name\":\"n\",\"description\":\"d\",\"paused\":false,"
          + "\"triggers\":[{\"name\":\"t\",\"start\":\"2126-01-01T00:00:00Z\","
          + "\"end\":\"2127-01-01T00:00:00Z\",\"cron\":\"0 30 2 * * ?\","
          + "\"zone\":\"Europe/London\",\"gap\":\"skip\",\"overlap\":\"both\","
          + "\"offset\":\"-1m\",\"catchup\":\"none\"},"
          + "{\"name\":\"u\",\"start\":\"2126-01-01T00:00:00Z\",\"period\":\"1h\"}],"
          + "\"steps\":[{\"name\":\"s\",\"depends\":[\"trigger/t\"],"
          + "\"depends_failure\":[\"step/s@1h\"],\"threshold\":1,\"run\":{\"noop\":{}},"
          + "\"timeout\":\"1m\",\"retry\":{\"attempts\":2},\"priority\":\"low\","
          + "\"system\":\"S\",\"pool\":\"default\",\"secrets\":[\"k\"]}]}";

  public static final List<EndpointSample> ALL =
      ApiRoutes.ENDPOINTS.stream().map(it -> new EndpointSample(it.endpoint())).toList();

  /** A good body for those that take one, by method and path. */
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry(
              "POST /tasks/{id}/finish",
              "{\"attempt_uid\":\"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\",\"outcome\":\"failure\","
                  + "\"message\":\"m\",\"user_message\":\"u\",\"retryable\":true,\"retry_after\":\"5m\","
                  + "\"output\":{\"rows\":[1,2.5,null]}}"),
          Map.entry(
              "POST /history/cancel",
              "{\"source\":\"good\",\"collection\":\"c\",\"status\":\"RUNNING\",\"start\":\"2026-11-16T06:00:12.000Z\",\"end\":\"2126-11-16T06:00:12.000Z\",\"dry_run\":true}"),
          Map.entry(
              "POST /history/rerun",
              "{\"source\":\"good\",\"collection\":\"c\",\"status\":\"FAILED\",\"start\":\"2026-11-16T06:00:12.000Z\",\"end\":\"2126-11-16T06:00:12.000Z\",\"dry_run\":true}"),
          Map.entry(
              "POST /bulk-operations",
              "{\"action\":\"rerun\",\"source\":\"good\",\"collection\":\"c\",\"status\":\"FAILED\",\"message\":\"m\",\"worker\":\"w\",\"reason\":\"plan\",\"start\":\"2026-11-16T06:00:12.000Z\",\"end\":\"2126-11-16T06:00:12.000Z\"}"),
          Map.entry(
              "PUT /sources",
              "{\"sources\":{\"good\":{\"project\":\"p\",\"collections\":[{\"name\":\"c\",\"secrets\":[\"k\"],\"schedule\":\"0"
                  + " 0 6 * * ?\","
                  + "\"run\":{\"noop\":{}},\"timeout\":\"10m\",\"retry\":{\"delays\":[\"0s\"]},"
                  + "\"align\":\"planned\",\"give_up_after\":\"7d\",\"priority\":\"high\"}]}}}"),
          Map.entry(
              "PUT /clients/{id}",
              "{\"name\":\"The Bank\",\"refreshes_per_day\":4,\"requires_recent_login\":false}"),
          Map.entry(
              "PUT /users/{id}",
              "{\"client\":\"x\",\"status\":\"ACTIVE\",\"last_login\":\"2026-11-16T12:24:46.591Z\"}"),
          Map.entry(
              "PUT /sites/{id}",
              "{\"provider\":\"acme\",\"maintenance\":false,\"supported\":true,\"scraping\":false,"
                  + "\"schedule\":\"0 0 6,16 * * ?\",\"timeout\":\"10m\",\"run\":{\"noop\":{}},"
                  + "\"project\":\"p\",\"secrets\":[\"k\"]}"),
          Map.entry(
              "PUT /user-sites/{id}",
              "{\"user\":\"x\",\"site\":\"x\",\"status\":\"CONNECTED\",\"migrating\":false,"
                  + "\"last_refresh\":\"2026-11-16T06:00:12.000Z\"}"),
          Map.entry("POST /user-sites/{id}/disable", "{\"reason\":\"r\"}"),
          Map.entry(
              "POST /sources/{source}/collections/{collection}/disable", "{\"reason\":\"r\"}"),
          Map.entry("POST /user-sites/{id}/mfa-required", "{\"at\":\"2026-11-16T06:00:12.000Z\"}"),
          Map.entry("POST /user-sites/{id}/migration", "{\"migrating\":true}"),
          Map.entry("POST /user-sites/{id}/status", "{\"status\":\"STEP_NEEDED\"}"),
          Map.entry(
              "POST /tokens",
              "{\"name\":\"n\",\"role\":\"worker\",\"expires_at\":\"2126-11-16T06:00:12.000Z\",\"queues\":[\"q\"],\"pools\":[\"p\"],\"worker_prefix\":\"w\",\"projects\":[\"p\"]}"),
          Map.entry(
              "POST /tasks/{id}/progress",
              "{\"attempt_uid\":\"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\",\"percent\":7,\"user_friendly_status\":\"s\"}"),
          Map.entry(
              "POST /tasks/{id}/logs",
              "{\"attempt_uid\":\"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\",\"lines\":[{\"message\":\"m\",\"level\":\"info\",\"time\":\"2026-11-16T06:00:12.000Z\"}]}"),
          Map.entry(
              "POST /workers/{id}/heartbeat",
              "{\"attempts\":[\"01a1e451-28fe-7f1d-b60d-26f9e438fcb6\"]}"),
          Map.entry(
              "POST /flow-control/requests",
              "{\"pool\":\"default\",\"executionName\":\"TDR_1\",\"executionId\":\"TDR_1\",\"taskToken\":\"t\",\"callbackUrl\":\"http://127.0.0.1:1/\",\"lease\":\"5m\",\"priority\":\"low\"}"),
          Map.entry(
              "POST /flow-control/releases",
              "{\"pool\":\"default\",\"taskToken\":\"t\",\"outcome\":\"failure\",\"message\":\"m\"}"),
          Map.entry("POST /flow-control/heartbeats", "{\"pool\":\"default\",\"taskToken\":\"t\"}"),
          Map.entry(
              "POST /definitions/diff",
              "{\"files\":[{\"path\":\"f.yaml\",\"content\":\"sites: {}\"}],\"prune\":false}"),
          Map.entry(
              "POST /definitions/apply",
              "{\"files\":[{\"path\":\"f.yaml\",\"content\":\"sites: {}\"}],\"prune\":false}"),
          Map.entry(
              "POST /simulations", "{\"days\":1,\"seed\":1,\"changes\":{\"growth\":{\"*\":1.5}}}"),
          Map.entry("PUT /jobs", GOOD_JOB),
          Map.entry("POST /jobs/check", GOOD_JOB),
          Map.entry("POST /jobs/{id}/pause", "{\"reason\":\"r\"}"),
          Map.entry(
              "POST /jobs/{id}/triggers/{name}/fire",
              "{\"first\":\"2026-01-01T00:00:00Z\",\"last\":\"2026-01-02T00:00:00Z\","
                  + "\"dry_run\":false}"),
          Map.entry(
              "PUT /flow-control",
              "{\"enabled\":true,\"maxConcurrency\":8,\"sourceSystems\":[{\"systemName\":\"DEFAULT\","
                  + "\"reservedChannels\":1,\"probability\":100}]}"),
          Map.entry(
              "PUT /flow-control/pools/{name}",
              "{\"enabled\":true,\"maxConcurrency\":8,\"sourceSystems\":[{\"systemName\":\"DEFAULT\","
                  + "\"reservedChannels\":1,\"probability\":100}]}"),
          Map.entry("PUT /projects/{project}/config/{name}", "{\"value\":\"v\"}"),
          Map.entry("PUT /projects/{project}/secrets/{name}", "{\"value\":\"v\"}"),
          Map.entry(
              "POST /jobs/{id}/steps/{step}/run", "{\"logical_time\":\"2026-11-16T06:00:00Z\"}"),
          Map.entry(
              "POST /jobs/{id}/rerun",
              "{\"first\":\"2026-11-16T06:00:00Z\",\"last\":\"2026-11-16T06:00:00Z\","
                  + "\"steps\":[\"load\"],\"only_failed\":true,\"dry_run\":true}"),
          Map.entry("POST /jobs/{id}/tokens/{time}/cancel", "{\"steps\":[\"load\"]}"),
          Map.entry("POST /jobs/{id}/tokens/{time}/clear", "{\"steps\":[\"load\"]}"),
          Map.entry("POST /sources/check", "{\"sources\":{\"good\":{\"collections\":[]}}}"),
          Map.entry(
              "PUT /webhooks/{name}",
              "{\"url\":\"http://127.0.0.1:1/\",\"secret\":\"a-secret-for-tests-only\","
                  + "\"kinds\":[\"disabled\"]}"),
          Map.entry("POST /flow-control/pools/{name}/systems/{system}/pause", "{\"reason\":\"r\"}"),
          Map.entry(
              "POST /flow-control/pools/{name}/systems/{system}/resume", "{\"reason\":\"r\"}"),
          Map.entry("POST /flow-control/pools/{name}/pause", "{\"reason\":\"r\"}"),
          Map.entry("POST /flow-control/pools/{name}/resume", "{\"reason\":\"r\"}"));

  /** A good query for those that take one. */
  private static final Map<String, String> QUERIES =
      Map.ofEntries(
          Map.entry("POST /tasks", "source=good&collection=c"),
          Map.entry(
              "GET /tasks",
              "source=good&start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z"
                  + "&collection=c&status=SUCCESS&limit=10"
                  + "&message=m&worker=w&reason=plan&newest=true&order=newest"
                  + "&finished_start=2026-01-01T00:00:00Z&finished_end=2126-01-01T00:00:00Z"
                  + "&after=good_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6"),
          Map.entry(
              "GET /tasks/{id}/logs",
              "start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z&limit=10&after=7"),
          Map.entry(
              "GET /history",
              "source=good&start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z"
                  + "&collection=c&status=FAILED&limit=10"
                  + "&message=m&worker=w&reason=plan&newest=true&order=newest"
                  + "&finished_start=2026-01-01T00:00:00Z&finished_end=2126-01-01T00:00:00Z"
                  + "&after=good_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6"),
          Map.entry(
              "GET /history/count",
              "source=good&start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z&collection=c"
                  + "&status=FAILED&message=m&worker=w&reason=plan&newest=true"
                  + "&finished_start=2026-01-01T00:00:00Z&finished_end=2126-01-01T00:00:00Z"),
          Map.entry("GET /today", "date=2026-11-16"),
          Map.entry(
              "GET /refreshes",
              "kind=user-site&search=x&user=x&site=x&status=CONNECTED&limit=10&after=a"),
          Map.entry("POST /workers/{id}/claims", "wait=0&max=1&queue=q&pool=default"),
          Map.entry("GET /workers", "limit=10&after=a"),
          Map.entry("GET /freshness/clients", "sort=age&order=descending&limit=10&after=a"),
          Map.entry("GET /freshness/sites", "sort=age&order=descending&limit=10&after=a"),
          Map.entry("GET /freshness/sources", "sort=age&order=descending&limit=10&after=a"),
          Map.entry("GET /freshness/jobs", "sort=age&order=descending&limit=10&after=a"),
          Map.entry(
              "GET /freshness/objects",
              "state=stale&client=x&source=x&sort=age&order=descending&limit=10&after=a"),
          Map.entry("POST /flow-control/requests", "wait=0s"),
          Map.entry("PUT /sources", "empty=false"),
          Map.entry("POST /sources/check", "empty=true"),
          Map.entry("GET /clients", "search=a&limit=10&after=a"),
          Map.entry("GET /users", "search=a&client=x&status=ACTIVE&limit=10&after=a"),
          Map.entry("GET /sites", "search=a&provider=acme&limit=10&after=a"),
          Map.entry("GET /user-sites", "search=a&user=x&site=x&status=CONNECTED&limit=10&after=a"),
          Map.entry("POST /import", "update=true"),
          Map.entry("GET /jobs", "project=p&name=n&search=x&limit=10&after=p/a"),
          Map.entry("GET /jobs/{id}/times", "limit=10&after=2026-01-01T00:00:00Z"),
          Map.entry("GET /jobs/{id}/durations", "limit=10"),
          Map.entry("GET /jobs/{id}/tokens/{time}", "step=s"),
          Map.entry("GET /projects", "limit=10&after=a"),
          Map.entry(
              "GET /schedules/preview",
              "cron=@daily&start=2026-01-01T00:00:00Z&end=2126-01-01T00:00:00Z"
                  + "&zone=Europe/London&gap=skip&overlap=both&offset=1m&n=3"),
          Map.entry("GET /flow-control/pools/{name}/changes", "limit=10&after=7"),
          Map.entry(
              "GET /jobs/{id}/tokens",
              "first=2026-01-01T00:00:00Z&last=2126-01-01T00:00:00Z&state=FAILED&limit=10"
                  + "&after=2026-01-01T00:00:00Z/load"),
          Map.entry("GET /flywheel/plan", "date=2026-11-16"),
          Map.entry("GET /users/{id}/plan", "date=2026-11-16"),
          Map.entry("POST /batch/schedule-user-refreshes", "date=2026-11-16"),
          Map.entry(
              "GET /notifications",
              "kind=disabled&limit=10&after=01a1e451-28fe-7f1d-b60d-26f9e438fcb6"),
          Map.entry("GET /tokens", "limit=10&after=01a1e451-28fe-7f1d-b60d-26f9e438fcb6"));

  EndpointSample(Endpoint endpoint) {
    this(endpoint.method(), endpoint.path(), roles(endpoint.permission()));
  }

  private static Set<Role> roles(Permission permission) {
    return Stream.of(Role.values()).filter(permission::isGivenTo).collect(Collectors.toSet());
  }

  /** The path with something in the place of what varies. */
  public String path(String id) {
    return path.replaceAll("\\{[^}]*}", id);
  }

  /**
   * What varies, as something that exists.
   *
   * @param task a task that may be running
   */
  public String id(String task) {
    return path.startsWith("/tasks/") ? task : path.startsWith("/jobs/") ? JOB : "x";
  }

  public String body() {
    return BODIES.getOrDefault(toString(), "{\"client\":{\"id\":\"x\",\"name\":\"n\"}}");
  }

  public boolean hasBody() {
    return BODIES.containsKey(toString());
  }

  public String query() {
    return QUERIES.getOrDefault(toString(), "");
  }

  /** Method and path, whatever the varying parts are called. */
  public String shape() {
    return method + " " + path("{}");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
