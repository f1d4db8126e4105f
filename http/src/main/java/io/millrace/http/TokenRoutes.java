package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.http.AccessTokens.Made;
import io.millrace.http.AccessTokens.Revoked;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** {@code /tokens}: who may use the API, and as what. */
final class TokenRoutes extends AllDirectives {
  static final long MOST_BYTES = 64 * 1024;

  private final AccessTokens tokens;
  private final Intake intake;
  private final Clock clock;

  TokenRoutes(AccessTokens tokens, Intake intake, Clock clock) {
    this.tokens = tokens;
    this.intake = intake;
    this.clock = clock;
  }

  Route routes() {
    return pathPrefix(
        "tokens",
        () ->
            concat(
                pathEndOrSingleSlash(() -> concat(post(this::create), get(this::list))),
                path(PathMatchers.segment(), id -> delete(() -> revoke(id)))));
  }

  private Route create() {
    return extractRequest(
        request ->
            entity(
                Unmarshaller.entityToString(),
                text -> {
                  NewToken wanted = NewToken.parse(text, clock.instant());
                  return completeWithFuture(
                      intake.admit(
                          () ->
                              tokens
                                  .create(wanted, Access.caller(request))
                                  .thenApply(TokenRoutes::made)));
                }));
  }

  private static HttpResponse made(Made made) {
    Token token = made.token();
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
          Query query = new Query(parameters, Set.of("limit", "after"));
          int limit = query.number("limit", 1, 1_000, 100);
          UUID after = query.read("after", UUID::fromString, "is not the id of a token");
          query.check();
          return completeWithFuture(
              intake.admit(() -> tokens.list(after, limit).thenApply(found -> page(found, limit))));
        });
  }

  private static HttpResponse page(List<Token> found, int limit) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("tokens", found.stream().map(TokenRoutes::json).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).id().toString());
    }
    return Json.ok(page);
  }

  private static Map<String, Object> json(Token token) {
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

  private static Map<String, Object> bounds(Token token) {
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
                          .revoke(id, Access.caller(request))
                          .thenApply(revoked -> answer(text, revoked))));
        });
  }

  private static HttpResponse answer(String id, Revoked revoked) {
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
