package io.millrace.http.jobs;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.trigger.TriggerService;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/** {@code /jobs/{id}/triggers}: what they have fired, what they missed, and what is next. */
final class TriggerRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.tree(1024 * 1024);

  static final List<EndpointHandler<TriggerRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/jobs/{id}/triggers").orSlash().to(TriggerRoutes::list),
          Endpoint.get("/jobs/{id}/triggers/{name}/fires").to(TriggerRoutes::fires),
          Endpoint.post("/jobs/{id}/triggers/{name}/fire").takes(BODY).to(TriggerRoutes::fire));

  private static final int NEXT = 10;

  private final Function<UUID, CompletionStage<Optional<Job>>> jobs;
  private final TriggerService triggers;
  private final RequestIntake intake;

  /**
   * @param jobs finds a job, also one that was just saved through another node
   */
  TriggerRoutes(
      Function<UUID, CompletionStage<Optional<Job>>> jobs,
      TriggerService triggers,
      RequestIntake intake) {
    this.jobs = jobs;
    this.triggers = triggers;
    this.intake = intake;
  }

  private Route list(String id) {
    return withJob(
        id,
        job ->
            triggers
                .statuses(job, 1)
                .thenApply(
                    all ->
                        Json.ok(
                            Map.of(
                                "triggers",
                                all.stream()
                                    .map(fires -> TriggerJson.trigger(job, fires))
                                    .toList()))));
  }

  private Route fires(String id, String name) {
    return withTrigger(
        id,
        name,
        (job, trigger) ->
            triggers
                .status(job, trigger, NEXT)
                .thenApply(fires -> Json.ok(TriggerJson.fires(job, fires))));
  }

  private Route fire(String id, String name) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          FireRequest wanted = FireRequest.read(body);
          return withTrigger(
              id,
              name,
              (job, trigger) ->
                  triggers
                      .fire(job, trigger, wanted.first(), wanted.last(), wanted.dryRun())
                      .thenApply(
                          asked ->
                              Json.response(
                                  wanted.dryRun() ? StatusCodes.OK : StatusCodes.ACCEPTED,
                                  TriggerJson.fireAnswer(asked, wanted.dryRun()))));
        });
  }

  private Route withTrigger(
      String id, String name, BiFunction<Job, Trigger, CompletionStage<HttpResponse>> then) {
    return withJob(
        id,
        job ->
            job.trigger(name)
                .map(trigger -> then.apply(job, trigger))
                .orElseGet(() -> unknown("trigger", name)));
  }

  private Route withJob(String id, Function<Job, CompletionStage<HttpResponse>> then) {
    return completeWithFuture(
        intake.admit(
            () ->
                JobTokenRoutes.uuid(id)
                    .map(jobs)
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
                    .thenCompose(found -> found.map(then).orElseGet(() -> unknown("job", id)))));
  }

  private static CompletionStage<HttpResponse> unknown(String what, String id) {
    return CompletableFuture.completedFuture(Problem.notFound(what, id).response());
  }
}
