package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.input.WordList;
import io.millrace.engine.job.Job;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenCommand.RunReply;
import io.millrace.engine.token.TokenQuery;
import io.millrace.engine.token.TokenRange;
import io.millrace.engine.token.TokenService;
import io.millrace.engine.token.TokenService.StepState;
import io.millrace.engine.wait.WaitService;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /jobs/{id}/tokens} and beside it: how the steps of a job stand at each logical time. */
final class JobTokenRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.tree(1024 * 1024);
  private static final PageSize TIMES = new PageSize(30, 200);

  static final List<EndpointHandler<JobTokenRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/jobs/{id}/tokens")
              .pages(PageSize.USUAL)
              .orSlash()
              .to(JobTokenRoutes::list),
          Endpoint.get("/jobs/{id}/tokens/{time}").to(JobTokenRoutes::show),
          Endpoint.post("/jobs/{id}/tokens/{time}/cancel").takes(BODY).to(JobTokenRoutes::cancel),
          Endpoint.post("/jobs/{id}/tokens/{time}/clear").takes(BODY).to(JobTokenRoutes::clear),
          Endpoint.post("/jobs/{id}/steps/{step}/run").takes(BODY).to(JobTokenRoutes::run),
          Endpoint.get("/jobs/{id}/times").pages(TIMES).to(JobTokenRoutes::times),
          Endpoint.get("/jobs/{id}/durations").pages(TIMES).to(JobTokenRoutes::durations),
          Endpoint.post("/jobs/{id}/rerun").takes(BODY).to(JobTokenRoutes::rerun));

  private static final List<TokenState> SHOWN =
      List.of(
          TokenState.WAITING,
          TokenState.ACTIVE,
          TokenState.SUCCESS,
          TokenState.FAILED,
          TokenState.CANCELED);

  /** Changes the tokens of some steps at one time, and says how many. */
  @FunctionalInterface
  private interface TokenChange {
    CompletionStage<Long> apply(Job job, Instant logicalTime, List<String> steps);
  }

  private final Function<UUID, CompletionStage<Optional<Job>>> jobs;
  private final TokenService desk;
  private final WaitService waits;
  private final RequestIntake intake;

  /**
   * @param jobs finds a job, also one that was just saved through another node
   */
  JobTokenRoutes(
      Function<UUID, CompletionStage<Optional<Job>>> jobs,
      TokenService desk,
      WaitService waits,
      RequestIntake intake) {
    this.jobs = jobs;
    this.desk = desk;
    this.waits = waits;
    this.intake = intake;
  }

  private Route cancel(String id, String time) {
    return change(id, time, "canceled", desk::cancel);
  }

  private Route clear(String id, String time) {
    return change(id, time, "cleared", desk::clear);
  }

  private Route list(String id) {
    return parameterMap(
        parameters -> {
          QueryParameters query =
              new QueryParameters(parameters, Set.of("first", "last", "state", "limit", "after"));
          Instant first = query.time("first");
          Instant last = query.time("last");
          query.checkOrder("first", first, "last", last);
          TokenState state = query.read("state", JobTokenRoutes::state);
          int limit = query.limit(PageSize.USUAL);
          TokenQuery.TokenCursor after =
              query.read("after", JobTokenJson::place, "is not the after of a page");
          query.check();
          return withJob(
              id,
              job ->
                  desk.list(new TokenQuery(job.number(), first, last, state, limit, after))
                      .thenApply(found -> page(found, limit)));
        });
  }

  private static TokenState state(String text) {
    return WordList.read(SHOWN, TokenState::name, "state", text);
  }

  private static HttpResponse page(List<TokenRow> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("tokens", found.stream().map(JobTokenJson::row).toList());
    if (found.size() == limit) {
      page.put("after", JobTokenJson.place(found.get(limit - 1)));
    }
    return Json.ok(page);
  }

  private Route times(String id) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          int limit = query.limit(TIMES);
          Instant after = query.time("after");
          query.check();
          return withJob(
              id,
              job ->
                  desk.latest(job, after, limit)
                      .thenApply(found -> Json.ok(JobTokenJson.times(found, limit))));
        });
  }

  private Route durations(String id) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit"));
          int limit = query.limit(TIMES);
          query.check();
          return withJob(
              id,
              job ->
                  desk.durations(job, limit)
                      .thenApply(found -> Json.ok(JobTokenJson.durations(found))));
        });
  }

  private Route show(String id, String time) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("step"));
          String step = query.optional("step");
          query.check();
          Instant logicalTime = JobTokenRequestReader.time(time);
          return withJob(
              id,
              job ->
                  step != null && job.step(step).isEmpty()
                      ? unknown("step", step)
                      : desk.show(
                              job,
                              logicalTime,
                              JobTokenRequestReader.stepsOf(
                                  job, step == null ? null : List.of(step)))
                          .thenCompose(steps -> shown(job, logicalTime, steps)));
        });
  }

  private CompletionStage<HttpResponse> shown(Job job, Instant logicalTime, List<StepState> steps) {
    return waits
        .ofSteps(job, steps)
        .thenApply(found -> Json.ok(JobTokenJson.steps(logicalTime, steps, found)));
  }

  private Route run(String id, String step) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          Instant logicalTime = JobTokenRequestReader.logicalTime(body);
          return withJob(
              id,
              job ->
                  job.step(step).isEmpty()
                      ? unknown("step", step)
                      : desk.run(job, step, logicalTime).thenApply(ran -> runAnswer(step, ran)));
        });
  }

  private static HttpResponse runAnswer(String step, RunReply ran) {
    if (!ran.known()) {
      return Problem.notFound("step", step).response();
    }
    TaskId task = ran.task();
    return Json.response(
        task != null && ran.created() ? StatusCodes.CREATED : StatusCodes.OK,
        Map.of("task_id", task == null ? "" : task.toString()));
  }

  private Route rerun(String id) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          JobTokenRequestReader.RerunRequest wanted = JobTokenRequestReader.rerun(body);
          return withJob(
              id,
              job -> {
                TokenRange range = wanted.range(job);
                return (wanted.dryRun() ? desk.count(range) : desk.rerun(job, range))
                    .thenApply(again -> Json.ok(JobTokenJson.rerun(wanted.dryRun(), again)));
              });
        });
  }

  private Route change(String id, String time, String word, TokenChange change) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          Instant logicalTime = JobTokenRequestReader.time(time);
          List<String> steps = JobTokenRequestReader.steps(body);
          return withJob(
              id,
              job ->
                  change
                      .apply(job, logicalTime, JobTokenRequestReader.stepsOf(job, steps))
                      .thenApply(changed -> Json.ok(Map.of(word, changed))));
        });
  }

  private Route withJob(String id, Function<Job, CompletionStage<HttpResponse>> then) {
    return completeWithFuture(
        intake.admit(
            () ->
                uuid(id)
                    .map(jobs)
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
                    .thenCompose(found -> found.map(then).orElseGet(() -> unknown("job", id)))));
  }

  static Optional<UUID> uuid(String id) {
    try {
      return Optional.of(UUID.fromString(id)).filter(read -> read.toString().equalsIgnoreCase(id));
    } catch (IllegalArgumentException notAUuid) {
      return Optional.empty();
    }
  }

  private static CompletionStage<HttpResponse> unknown(String what, String id) {
    return CompletableFuture.completedFuture(Problem.notFound(what, id).response());
  }
}
