package io.millrace.http.definitions;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.bundle.BundleService;
import io.millrace.engine.bundle.BundleService.BundleRequest;
import io.millrace.engine.bundle.BundleService.CredentialView;
import io.millrace.engine.node.Engine;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Permission;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** {@code /definitions}: a folder of definitions as a whole. */
public final class DefinitionRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.folder(16 * 1024 * 1024);

  public static final List<EndpointHandler<DefinitionRoutes>> ENDPOINTS =
      List.of(
          Endpoint.post("/definitions/diff")
              .needs(Permission.READ)
              .takes(BODY)
              .to(DefinitionRoutes::diff),
          Endpoint.post("/definitions/apply").takes(BODY).to(DefinitionRoutes::apply),
          Endpoint.get("/definitions/export").to(DefinitionRoutes::export));

  /** Each takes a thread of the database for a while, and many of them would take all. */
  private static final int MOST_AT_ONCE = 4;

  private final Semaphore free = new Semaphore(MOST_AT_ONCE);
  private final BundleService bundles;
  private final RequestIntake intake;

  public DefinitionRoutes(Engine engine, RequestIntake intake) {
    this.bundles = engine.bundles();
    this.intake = intake;
  }

  private Route diff() {
    return withFiles(
        (files, request) ->
            bundles
                .diff(files, view(request))
                .thenApply(
                    diff ->
                        VersionHeaders.with(
                            diff.changes().version(), Json.ok(BundleJson.diff(diff)))));
  }

  private Route apply() {
    return withFiles(
        (files, request) ->
            bundles
                .apply(
                    files,
                    VersionHeaders.expected(request),
                    Caller.of(request).name(),
                    view(request))
                .thenApply(
                    applied ->
                        VersionHeaders.with(
                            applied.version(), Json.ok(BundleJson.applied(applied)))));
  }

  private Route export() {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        ifFree(
                            () ->
                                bundles
                                    .export(view(request))
                                    .thenApply(files -> Json.ok(BundleJson.files(files)))))));
  }

  /** Many definitions may take longer than other requests; only the idle timeout ends them. */
  private Route withFiles(
      BiFunction<BundleRequest, HttpRequest, CompletionStage<HttpResponse>> work) {
    return withoutRequestTimeout(
        () ->
            extractRequest(
                request ->
                    entity(
                        Unmarshaller.entityToString(),
                        text ->
                            completeWithFuture(
                                intake.admit(
                                    () ->
                                        ifFree(
                                            () -> work.apply(BundleBody.parse(text), request)))))));
  }

  private CompletionStage<HttpResponse> ifFree(Supplier<CompletionStage<HttpResponse>> work) {
    if (!free.tryAcquire()) {
      return Json.done(
          Problem.overloaded(
                  MOST_AT_ONCE + " folders are compared or applied already; try again later")
              .response());
    }
    try {
      return work.get().whenComplete((response, fault) -> free.release());
    } catch (RuntimeException fault) {
      free.release();
      throw fault;
    }
  }

  /** An operator may save credentials, so it may know whether they differ; a viewer may not. */
  private static CredentialView view(HttpRequest request) {
    return switch (Caller.of(request).role()) {
      case ADMIN -> CredentialView.WHOLE;
      case OPERATOR -> CredentialView.MASKED;
      default -> CredentialView.HIDDEN;
    };
  }
}
