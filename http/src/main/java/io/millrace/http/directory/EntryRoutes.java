package io.millrace.http.directory;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.DirectoryStore.SavedVersion;
import io.millrace.engine.directory.EntryDeleteResult;
import io.millrace.engine.directory.EntrySaveResult;
import io.millrace.engine.directory.EntrySaveResult.Result;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.http.access.DefinitionView;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.VersionHeaders;
import io.millrace.http.endpoint.WarningJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What can be done with the entries of each kind in the same way. */
final class EntryRoutes<T extends DirectoryEntry> extends AllDirectives {
  private final EntryTable<T> table;
  private final DirectoryService directory;
  private final RequestIntake intake;
  private final Map<String, Function<String, String>> filters;

  /**
   * @param filters the parameters that narrow a list, and how each is read
   */
  EntryRoutes(
      EntryTable<T> table,
      DirectoryService directory,
      RequestIntake intake,
      Map<String, Function<String, String>> filters) {
    this.table = table;
    this.directory = directory;
    this.intake = intake;
    this.filters = filters;
  }

  /** The endpoints that the entries of each kind have. */
  static <T extends DirectoryEntry> List<EndpointHandler<EntryRoutes<T>>> endpoints(String path) {
    return List.of(
        Endpoint.get(path).pages(PageSize.USUAL).orSlash().to(EntryRoutes<T>::list),
        Endpoint.put(path + "/{id}").to(EntryRoutes<T>::save),
        Endpoint.get(path + "/{id}").to(EntryRoutes<T>::show),
        Endpoint.delete(path + "/{id}")
            .to((EntryRoutes<T> routes, String id) -> routes.delete(id)));
  }

  /** Makes the entry of this id, or changes it. */
  Route save(String id) {
    return entity(
        Unmarshaller.entityToString(),
        text -> {
          T entry = directory.read(table, withId(JsonDocument.object(text), id));
          return answer(
              (request, view) ->
                  directory
                      .save(entry, VersionHeaders.expected(request))
                      .thenApply(saved -> saved(entry, saved, view)));
        });
  }

  private Route answer(
      BiFunction<HttpRequest, DefinitionView, CompletionStage<HttpResponse>> work) {
    return extractRequest(
        request ->
            completeWithFuture(
                intake.admit(() -> work.apply(request, DefinitionView.of(request)))));
  }

  /** The id may be left out of the body: it is in the path. */
  private static ObjectNode withId(ObjectNode body, String id) {
    if (!body.has("id")) {
      return body.put("id", id);
    }
    if (body.get("id").isTextual() && !body.get("id").textValue().equals(id)) {
      throw new InvalidInputException(
          "id", body.get("id").textValue(), "is not the id of the path, '" + id + "'");
    }
    return body;
  }

  private HttpResponse saved(T entry, SavedVersion saved, DefinitionView view) {
    if (saved.result().isRejected()) {
      return rejected(entry, saved.result()).response();
    }
    return VersionHeaders.with(
        saved.version(),
        Json.response(
            saved.result().result() == Result.CREATED ? StatusCodes.CREATED : StatusCodes.OK,
            WarningJson.with(entry.warnings(""), json(entry, view))));
  }

  private Problem rejected(T entry, EntrySaveResult saved) {
    return switch (saved.result()) {
      case BELONGS_ELSEWHERE -> conflict("belongs-elsewhere", entry, saved);
      case NAME_OF_A_SOURCE -> conflict("name-of-a-source", entry, saved);
      default -> Problem.invalid(new InvalidInputException(List.of(saved.error())));
    };
  }

  private Problem conflict(String type, T entry, EntrySaveResult saved) {
    return new Problem(
        StatusCodes.CONFLICT,
        type,
        "The " + table.word() + " '" + entry.id() + "': " + saved.error(),
        List.of(saved.error()));
  }

  Route show(String id) {
    return answer(
        (request, view) ->
            directory
                .findVersion(table, id)
                .thenApply(
                    found ->
                        found
                            .map(
                                it ->
                                    VersionHeaders.with(
                                        it.version(), Json.ok(json(it.entry(), view))))
                            .orElse(unknown(id))));
  }

  Route delete(String id) {
    return answer(
        (request, view) ->
            directory
                .delete(table, id, VersionHeaders.expected(request))
                .thenApply(gone -> deleted(id, gone)));
  }

  private HttpResponse deleted(String id, EntryDeleteResult deleted) {
    if (!deleted.found()) {
      return unknown(id);
    }
    return deleted.inUse() == 0
        ? HttpResponse.create().withStatus(StatusCodes.NO_CONTENT)
        : Problem.of(
                StatusCodes.CONFLICT,
                "in-use",
                "The %s '%s' still has %d that belong to it; delete those first"
                    .formatted(table.word(), id, deleted.inUse()))
            .response();
  }

  Route list() {
    return parameterMap(
        parameters -> {
          Set<String> known = new TreeSet<>(filters.keySet());
          known.addAll(Set.of("limit", "after"));
          QueryParameters query = new QueryParameters(parameters, known);
          Map<String, String> wanted = new LinkedHashMap<>();
          filters.forEach(
              (name, reader) -> {
                String value = query.read(name, reader);
                if (value != null) {
                  wanted.put(name, value);
                }
              });
          int limit = query.limit(PageSize.USUAL);
          String after = query.read("after", NamedEntryCheck::id);
          query.check();
          return answer(
              (request, view) ->
                  directory
                      .list(table, wanted, after, limit)
                      .thenCompose(
                          found ->
                              found.isEmpty()
                                  ? new NamedEntryCheck(directory)
                                      .orNotFound(wanted, page(found, limit, view))
                                  : Json.done(page(found, limit, view))));
        });
  }

  private HttpResponse page(List<T> found, int limit, DefinitionView view) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put(table.plural(), found.stream().map(entry -> json(entry, view)).toList());
    if (found.size() == limit) {
      page.put("after", found.get(limit - 1).id());
    }
    return Json.ok(page);
  }

  HttpResponse unknown(String id) {
    return Problem.notFound(table.word(), id).response();
  }

  static Map<String, Object> json(DirectoryEntry entry, DefinitionView view) {
    Map<String, Object> json = entry.fields();
    json.replaceAll((name, value) -> value instanceof Instant time ? Json.time(time) : value);
    json.computeIfPresent("run", (name, run) -> view.run((JsonNode) run));
    return json;
  }
}
