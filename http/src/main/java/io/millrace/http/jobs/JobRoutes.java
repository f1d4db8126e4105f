package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.input.NameRule;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobGraph;
import io.millrace.engine.job.JobName;
import io.millrace.engine.job.JobQuery;
import io.millrace.engine.job.JobSaveResult;
import io.millrace.engine.job.JobSaveResult.Result;
import io.millrace.engine.job.JobService;
import io.millrace.engine.job.JobService.JobCheck;
import io.millrace.engine.job.JobService.ListedJob;
import io.millrace.engine.job.SavedJob;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.JobEngine;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.ReasonReader;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import io.millrace.http.endpoint.WarningJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /jobs}: their definitions, and whether they are paused. */
public final class JobRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.tree(1024 * 1024);

  public static final List<EndpointHandler<JobRoutes>> ENDPOINTS =
      Stream.of(
              List.<EndpointHandler<JobRoutes>>of(
                  Endpoint.put("/jobs").takes(BODY).orSlash().to(JobRoutes::save),
                  Endpoint.get("/jobs").pages(PageSize.USUAL).orSlash().to(JobRoutes::list),
                  Endpoint.post("/jobs/check").takes(BODY).to(JobRoutes::check),
                  Endpoint.get("/jobs/{id}").to(JobRoutes::show),
                  Endpoint.delete("/jobs/{id}").takes(BODY).to(JobRoutes::remove),
                  Endpoint.get("/jobs/{id}/definition").to(JobRoutes::definition),
                  Endpoint.get("/jobs/{id}/graph").to(JobRoutes::graph),
                  Endpoint.post("/jobs/{id}/pause").takes(BODY).to(JobRoutes::pause),
                  Endpoint.post("/jobs/{id}/unpause").takes(BODY).to(JobRoutes::unpause)),
              TriggerRoutes.ENDPOINTS.stream()
                  .map(it -> it.<JobRoutes>within(routes -> routes.triggers))
                  .toList(),
              JobTokenRoutes.ENDPOINTS.stream()
                  .map(it -> it.<JobRoutes>within(routes -> routes.tokens))
                  .toList())
          .flatMap(List::stream)
          .toList();

  private static final int NEXT = 5;

  private final JobService jobs;
  private final JobTokenRoutes tokens;
  private final TriggerRoutes triggers;
  private final RequestIntake intake;

  public JobRoutes(Engine engine, RequestIntake intake) {
    JobEngine parts = engine.jobs();
    this.jobs = parts.jobService();
    this.tokens = new JobTokenRoutes(jobs::inForce, parts.tokenService(), engine.waits(), intake);
    this.triggers = new TriggerRoutes(jobs::inForce, parts.triggers(), intake);
    this.intake = intake;
  }

  private Route save() {
    return withDocument(
        (document, request) ->
            jobs.put(document, Caller.of(request).name(), VersionHeaders.expected(request))
                .thenApply(saved -> saved(saved, DefinitionView.of(request))));
  }

  private Route check() {
    return withDocument(
        (document, request) ->
            jobs.check(document, Caller.of(request).name(), NEXT).thenApply(JobRoutes::checked));
  }

  /**
   * @param then is given the document, and what it was sent with
   */
  private Route withDocument(
      BiFunction<JobDocument, HttpRequest, CompletionStage<HttpResponse>> then) {
    return extractRequest(
        request ->
            JobBody.isKnown(request.entity().getContentType())
                ? entity(
                    Unmarshaller.entityToByteString(),
                    bytes ->
                        answer(
                            () ->
                                then.apply(
                                    JobBody.document(request.entity().getContentType(), bytes),
                                    request)))
                : complete(JobBody.unknownType(request.entity().getContentType()).response()));
  }

  private static HttpResponse saved(JobSaveResult saved, DefinitionView view) {
    SavedJob job = saved.job();
    return job == null
        ? inUse(saved).response()
        : VersionHeaders.with(
            job.version(),
            Json.response(
                saved.result() == Result.CREATED ? StatusCodes.CREATED : StatusCodes.OK,
                WarningJson.with(saved.warnings(), JobJson.job(job, view))));
  }

  private static HttpResponse checked(JobCheck checked) {
    Job job = checked.preview().job();
    JobGraph graph = checked.graph();
    return job == null || graph == null
        ? inUse(checked.preview().saved()).response()
        : Json.ok(JobJson.checked(checked, job, graph));
  }

  private static Problem inUse(JobSaveResult saved) {
    return new Problem(
        StatusCodes.CONFLICT,
        "in-use",
        "Other jobs wait for what would be gone: " + saved.uses().get(0),
        saved.uses());
  }

  private Route show(String id) {
    return shown(id, (uuid, request) -> jobs.find(uuid));
  }

  private Route definition(String id) {
    return extractRequest(
        request ->
            found(
                id,
                jobs::document,
                document -> JobBody.response(DefinitionView.of(request).job(document))));
  }

  private Route graph(String id) {
    return found(id, jobs::graph, graph -> Json.ok(JobJson.graph(graph)));
  }

  private Route remove(String id) {
    return extractRequest(
        request ->
            withId(
                id,
                uuid ->
                    answer(
                        () ->
                            jobs.delete(uuid, VersionHeaders.expected(request))
                                .thenApply(deleted -> deleted(id, deleted)))));
  }

  private static HttpResponse deleted(String id, JobSaveResult deleted) {
    return switch (deleted.result()) {
      case UNKNOWN -> unknown(id);
      case IN_USE -> inUse(deleted).response();
      default -> HttpResponse.create().withStatus(StatusCodes.NO_CONTENT);
    };
  }

  private Route pause(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          String reason = ReasonReader.parse(text, false);
          return shown(id, (uuid, request) -> jobs.pause(uuid, reason, Caller.of(request).name()));
        });
  }

  private Route unpause(String id) {
    return shown(id, (uuid, request) -> jobs.unpause(uuid, Caller.of(request).name()));
  }

  private Route shown(
      String id, BiFunction<UUID, HttpRequest, CompletionStage<Optional<SavedJob>>> find) {
    return extractRequest(
        request ->
            found(
                id,
                uuid -> find.apply(uuid, request),
                job ->
                    VersionHeaders.with(
                        job.version(), Json.ok(JobJson.job(job, DefinitionView.of(request))))));
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(
                  parameters, Set.of("project", "name", "search", "limit", "after"));
          String search = query.optional("search");
          JobQuery wanted =
              new JobQuery(
                  name(query, "project"),
                  name(query, "name"),
                  search == null || search.isEmpty() ? null : search,
                  query.read("after", JobRoutes::jobName, "is not the after of an earlier page"),
                  query.limit(PageSize.USUAL));
          query.check();
          return answer(() -> jobs.list(wanted).thenApply(found -> page(found, wanted.limit())));
        });
  }

  private static @Nullable String name(QueryParameters query, String parameter) {
    return query.read(
        parameter, text -> QueryParameters.accepted(text, NameRule::isName), NameRule.RULE);
  }

  private static JobName jobName(String text) {
    return JobName.parse(text).orElseThrow(IllegalArgumentException::new);
  }

  private static HttpResponse page(List<ListedJob> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("jobs", found.stream().map(JobJson::listed).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).standing().job().jobName().text());
    }
    return Json.ok(page);
  }

  private <T> Route found(
      String id,
      Function<UUID, CompletionStage<Optional<T>>> find,
      Function<T, HttpResponse> response) {
    return withId(
        id,
        uuid ->
            answer(
                () ->
                    find.apply(uuid)
                        .thenApply(found -> found.map(response).orElseGet(() -> unknown(id)))));
  }

  /** What is no id at all is not found either. */
  private Route withId(String text, Function<UUID, Route> inner) {
    UUID id;
    try {
      id = UUID.fromString(text);
    } catch (IllegalArgumentException noId) {
      return complete(unknown(text));
    }
    return inner.apply(id);
  }

  private Route answer(Supplier<CompletionStage<HttpResponse>> work) {
    return completeWithFuture(intake.admit(work));
  }

  private static HttpResponse unknown(String id) {
    return Problem.notFound("job", id).response();
  }
}
