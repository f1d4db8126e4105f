package io.millrace.http.simulations;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.node.Engine;
import io.millrace.engine.simulate.SimulationComparison;
import io.millrace.engine.simulate.SimulationService;
import io.millrace.engine.simulate.StoredSimulation;
import io.millrace.engine.simulate.StoredSimulation.SimulationState;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /simulations}: start one, look at it, compare two. */
public final class SimulationRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.tree(1024 * 1024);

  public static final List<EndpointHandler<SimulationRoutes>> ENDPOINTS =
      List.of(
          Endpoint.post("/simulations").takes(BODY).to(SimulationRoutes::start),
          Endpoint.get("/simulations").to(SimulationRoutes::list),
          Endpoint.get("/simulations/{id}")
              .to((SimulationRoutes routes, String id) -> routes.show(id)),
          Endpoint.delete("/simulations/{id}")
              .to((SimulationRoutes routes, String id) -> routes.delete(id)),
          Endpoint.get("/simulations/{id}/compare/{other}").to(SimulationRoutes::compare));

  private final SimulationService simulations;
  private final RequestIntake intake;

  public SimulationRoutes(Engine engine, RequestIntake intake) {
    this.simulations = engine.simulations();
    this.intake = intake;
  }

  private Route start() {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text ->
                    answer(
                        () ->
                            simulations
                                .submit(text, Caller.of(request).name())
                                .thenApply(SimulationRoutes::accepted))));
  }

  private static HttpResponse accepted(Optional<UUID> id) {
    return id.map(
            made ->
                Json.response(StatusCodes.ACCEPTED, Map.of("id", made.toString()))
                    .addHeader(RawHeader.create("Location", "/simulations/" + made)))
        .orElseGet(
            () -> Problem.overloaded("Too many simulations wait; try again later").response());
  }

  private Route list() {
    return answer(() -> simulations.list().thenApply(all -> Json.ok(SimulationJson.list(all))));
  }

  private Route show(String id) {
    return withId(
        id,
        known ->
            simulations
                .find(known)
                .thenApply(
                    found ->
                        found
                            .map(it -> Json.ok(SimulationJson.withResult(it)))
                            .orElseGet(() -> unknown(id))));
  }

  private Route delete(String id) {
    return withId(
        id,
        known ->
            simulations
                .delete(known)
                .thenApply(
                    found ->
                        found
                            ? HttpResponse.create().withStatus(StatusCodes.NO_CONTENT)
                            : unknown(id)));
  }

  private Route compare(String id, String other) {
    return withId(
        id,
        a ->
            parsed(other)
                .map(
                    b ->
                        simulations
                            .find(a)
                            .thenCombine(
                                simulations.find(b), (one, two) -> compared(id, one, other, two)))
                .orElseGet(() -> Json.done(unknown(other))));
  }

  private static HttpResponse compared(
      String id, Optional<StoredSimulation> one, String other, Optional<StoredSimulation> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return unknown(one.isEmpty() ? id : other);
    }
    if (!isDone(one.get()) || !isDone(two.get())) {
      return Problem.of(
              StatusCodes.CONFLICT, "not-done", "Both simulations must be done to be compared")
          .response();
    }
    return Json.ok(
        SimulationComparison.of(
            SimulationJson.parsed(one.get().status().result()),
            SimulationJson.parsed(two.get().status().result())));
  }

  private static boolean isDone(StoredSimulation simulation) {
    return simulation.status().state() == SimulationState.DONE;
  }

  private static Optional<UUID> parsed(String id) {
    try {
      return Optional.of(UUID.fromString(id));
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }

  private Route withId(String id, Function<UUID, CompletionStage<HttpResponse>> work) {
    return answer(() -> parsed(id).map(work).orElseGet(() -> Json.done(unknown(id))));
  }

  private static HttpResponse unknown(String id) {
    return Problem.notFound("simulation", id).response();
  }

  private Route answer(Supplier<CompletionStage<HttpResponse>> work) {
    return completeWithFuture(intake.admit(work));
  }
}
