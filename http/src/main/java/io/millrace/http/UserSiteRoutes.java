package io.millrace.http;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Heard;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.node.Directory;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** {@code /user-sites}: the connections, and what is heard of each of them. */
final class UserSiteRoutes extends AllDirectives {
  private final Directory directory;
  private final Intake intake;
  private final Clock clock;
  private final Entries<UserSiteEntry> entries;

  UserSiteRoutes(Directory directory, Intake intake, Clock clock) {
    this.directory = directory;
    this.intake = intake;
    this.clock = clock;
    this.entries =
        new Entries<>(
            Tables.USER_SITES,
            directory,
            intake,
            Map.of(
                "user", Entries::id,
                "site", Entries::id,
                "status", text -> ConnectionStatus.valueOf(text).name()));
  }

  Route routes() {
    return pathPrefix(
        "user-sites",
        () ->
            concat(
                pathEndOrSingleSlash(() -> get(entries::list)),
                pathPrefix(
                    PathMatchers.segment(),
                    id ->
                        concat(
                            pathEnd(
                                () ->
                                    concat(
                                        put(() -> entries.save(id)),
                                        get(() -> entries.show(id)),
                                        delete(() -> entries.delete(id)))),
                            path("mfa-required", () -> post(() -> mfaRequired(id))),
                            path("migration", () -> post(() -> migration(id))),
                            path("status", () -> post(() -> status(id)))))));
  }

  private Route mfaRequired(String id) {
    return change(id, body -> Heard.mfaRequired(body, clock.instant()));
  }

  private Route migration(String id) {
    return change(id, Heard::migration);
  }

  private Route status(String id) {
    return change(id, Heard::status);
  }

  private Route change(String id, Function<String, UnaryOperator<UserSiteEntry>> reader) {
    return entity(
        Unmarshaller.entityToString(),
        body -> {
          UnaryOperator<UserSiteEntry> change = reader.apply(body);
          return completeWithFuture(
              intake.admit(
                  () ->
                      directory
                          .change(id, change)
                          .thenApply(
                              changed ->
                                  changed
                                      .map(entry -> Json.ok(Entries.json(entry)))
                                      .orElseGet(() -> entries.unknown(id)))));
        });
  }
}
