package io.millrace.http.access;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.http.access.AccessTokenKeeper.CreatedAccessToken;
import io.millrace.http.access.AccessTokenKeeper.RevokeResult;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Permission;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.Role;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** {@code /tokens}: who may use the API, and as what. */
public final class AccessTokenRoutes extends AllDirectives {
  private static final BodyLimit BODY = BodyLimit.fields(64 * 1024);

  public static final List<EndpointHandler<AccessTokenRoutes>> ENDPOINTS =
      List.of(
          Endpoint.post("/tokens")
              .needs(Permission.MANAGE_TOKENS)
              .takes(BODY)
              .orSlash()
              .to(AccessTokenRoutes::create),
          Endpoint.get("/tokens")
              .needs(Permission.MANAGE_TOKENS)
              .pages(PageSize.USUAL)
              .orSlash()
              .to(AccessTokenRoutes::list),
          Endpoint.delete("/tokens/{id}")
              .needs(Permission.MANAGE_TOKENS)
              .takes(BODY)
              .to(AccessTokenRoutes::revoke));

  private final AccessTokenKeeper tokens;
  private final RequestIntake intake;
  private final Clock clock;

  public AccessTokenRoutes(AccessTokenKeeper tokens, RequestIntake intake, Clock clock) {
    this.tokens = tokens;
    this.intake = intake;
    this.clock = clock;
  }

  private Route create() {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  NewAccessToken wanted = NewAccessToken.parse(text, clock.instant());
                  return completeWithFuture(
                      intake.admit(
                          () ->
                              tokens
                                  .create(wanted, Caller.of(request))
                                  .thenApply(AccessTokenRoutes::createdAnswer)));
                }));
  }

  private static HttpResponse createdAnswer(CreatedAccessToken made) {
    AccessToken token = made.token();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", token.id().toString());
    json.put("token", made.secret());
    json.put("name", token.name());
    json.put("role", token.role().text());
    json.put("created_at", Json.time(token.createdAt()));
    json.put("expires_at", Json.time(token.expiresAt()));
    json.putAll(bounds(token));
    return Json.response(StatusCodes.CREATED, json)
        .addHeader(RawHeader.create("Cache-Control", "no-store"));
  }

  private Route list() {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("limit", "after"));
          int limit = query.limit(PageSize.USUAL);
          UUID after = query.read("after", UUID::fromString, "is not the id of a token");
          query.check();
          return completeWithFuture(
              intake.admit(() -> tokens.list(after, limit).thenApply(found -> page(found, limit))));
        });
  }

  private static HttpResponse page(List<AccessToken> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("tokens", found.stream().map(AccessTokenRoutes::json).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).id().toString());
    }
    return Json.ok(page);
  }

  private static Map<String, Object> json(AccessToken token) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", token.id().toString());
    json.put("name", token.name());
    json.put("role", token.role().text());
    json.put("kept_in", token.keptIn() == null ? "" : token.keptIn());
    json.put("created_at", Json.time(token.createdAt()));
    json.put("created_by", token.createdBy());
    json.put("expires_at", Json.time(token.expiresAt()));
    json.put("last_used_at", Json.time(token.lastUsedAt()));
    json.putAll(bounds(token));
    return json;
  }

  private static Map<String, Object> bounds(AccessToken token) {
    return token.role() == Role.WORKER ? token.bounds().fields() : Map.of();
  }

  private Route revoke(String text) {
    return extractRequest(
        request -> {
          UUID id;
          try {
            id = UUID.fromString(text);
          } catch (IllegalArgumentException noId) {
            return complete(Problem.notFound("token", text).response());
          }
          return completeWithFuture(
              intake.admit(
                  () ->
                      tokens
                          .revoke(id, Caller.of(request))
                          .thenApply(revoked -> revokeAnswer(text, revoked))));
        });
  }

  private static HttpResponse revokeAnswer(String id, RevokeResult revoked) {
    return switch (revoked) {
      case DONE -> HttpResponse.create().withStatus(StatusCodes.NO_CONTENT);
      case UNKNOWN -> Problem.notFound("token", id).response();
      case KEPT ->
          Problem.of(
                  StatusCodes.CONFLICT,
                  "admin-token",
                  "A node is given this token at its start: change MILLRACE_ADMIN_TOKEN, or the"
                      + " file admin-token in the data directory, and start it again")
              .response();
    };
  }
}
