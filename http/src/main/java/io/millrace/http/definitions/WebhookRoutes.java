package io.millrace.http.definitions;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.node.Engine;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.WebhookService;
import io.millrace.engine.notify.WebhookService.BusyException;
import io.millrace.engine.notify.WebhookService.DeleteResult;
import io.millrace.engine.notify.WebhookService.ListedWebhook;
import io.millrace.engine.notify.WebhookService.SavedWebhook;
import io.millrace.engine.notify.WebhookService.WebhookTest;
import io.millrace.engine.source.CollectionId;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** {@code /webhooks}: who is told of notifications, and whether a webhook answers. */
public final class WebhookRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.fields(64 * 1024);

  public static final List<EndpointHandler<WebhookRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/webhooks").orSlash().to(WebhookRoutes::list),
          Endpoint.get("/webhooks/{name}").to(WebhookRoutes::show),
          Endpoint.put("/webhooks/{name}").takes(BODY).to(WebhookRoutes::save),
          Endpoint.delete("/webhooks/{name}").takes(BODY).to(WebhookRoutes::delete),
          Endpoint.post("/webhooks/{name}/test").takes(BODY).to(WebhookRoutes::test));

  private final WebhookService webhooks;
  private final RequestIntake intake;

  public WebhookRoutes(Engine engine, RequestIntake intake) {
    this.webhooks = engine.webhooks();
    this.intake = intake;
  }

  private Route list() {
    return extractRequest(
        request -> {
          DefinitionView view = DefinitionView.of(request);
          return completeWithFuture(
              intake.admit(
                  () ->
                      webhooks
                          .list()
                          .thenApply(
                              all ->
                                  Json.ok(
                                      Map.of(
                                          "webhooks",
                                          all.stream().map(one -> json(one, view)).toList())))));
        });
  }

  private Route show(String name) {
    return extractRequest(
        request -> {
          DefinitionView view = DefinitionView.of(request);
          return completeWithFuture(
              intake.admit(
                  () ->
                      webhooks
                          .find(name)
                          .thenApply(
                              found ->
                                  found
                                      .map(
                                          one ->
                                              VersionHeaders.with(
                                                  one.version(), Json.ok(json(one, view))))
                                      .orElseGet(() -> unknown(name)))));
        });
  }

  private Route save(String name) {
    CollectionId.checkName("name", name);
    return entity(
        Unmarshaller.entityToString(),
        text ->
            extractRequest(
                request ->
                    completeWithFuture(
                        intake.admit(
                            () ->
                                webhooks
                                    .save(
                                        name,
                                        Json.object(text),
                                        Caller.of(request).name(),
                                        VersionHeaders.expected(request))
                                    .thenApply(
                                        saved -> saved(saved, DefinitionView.of(request)))))));
  }

  private static HttpResponse saved(SavedWebhook saved, DefinitionView view) {
    return VersionHeaders.with(
        saved.webhook().version(),
        Json.response(
            saved.created() ? StatusCodes.CREATED : StatusCodes.OK, json(saved.webhook(), view)));
  }

  private Route delete(String name) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        webhooks
                            .delete(
                                name, Caller.of(request).name(), VersionHeaders.expected(request))
                            .thenApply(result -> deleted(name, result)))));
  }

  private static HttpResponse deleted(String name, DeleteResult result) {
    return switch (result) {
      case DONE -> HttpResponse.create().withStatus(StatusCodes.NO_CONTENT);
      case UNKNOWN -> unknown(name);
      case CONFIGURED ->
          Problem.of(
                  StatusCodes.CONFLICT,
                  "in-settings",
                  "The webhook '"
                      + name
                      + "' is one of the settings of this node: take it out of millrace.webhooks")
              .response();
    };
  }

  private Route test(String name) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(
                    () ->
                        webhooks
                            .test(name, Caller.of(request).name())
                            .handle((done, fault) -> tested(name, done, fault)))));
  }

  private static HttpResponse tested(
      String name, Optional<WebhookTest> done, @Nullable Throwable fault) {
    if (fault instanceof BusyException busy) {
      return Problem.overloaded(String.valueOf(busy.getMessage())).response();
    }
    if (fault != null) {
      throw fault instanceof CompletionException wrapped ? wrapped : new CompletionException(fault);
    }
    return done.map(test -> Json.ok(json(name, test))).orElseGet(() -> unknown(name));
  }

  private static HttpResponse unknown(String name) {
    return Problem.notFound("webhook", name).response();
  }

  /** An address may contain a credential, so only admins see it. */
  private static Map<String, Object> json(ListedWebhook webhook, DefinitionView view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", webhook.name());
    json.put("url", view == DefinitionView.WHOLE ? webhook.url() : CredentialMask.SHOWN);
    json.put("kinds", webhook.kinds().stream().map(Kind::text).sorted().toList());
    json.put("kept_in", webhook.isConfigured() ? "settings" : "");
    json.put("saved_by", webhook.savedBy());
    json.put("saved_at", Json.time(webhook.savedAt()));
    return json;
  }

  private static Map<String, Object> json(String name, WebhookTest test) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("webhook", name);
    json.put("delivery", test.delivery().toString());
    json.put("delivered", test.error().isEmpty());
    json.put("status", test.status());
    json.put("error", test.error());
    json.put("seconds", test.took().toMillis() / 1000.0);
    return json;
  }
}
