package io.millrace.http.directory;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.CollectionId;
import io.millrace.http.endpoint.Problem;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The entries that a question names: an empty list says nothing if one of them is not there. */
public record NamedEntryCheck(DirectoryService directory) {
  private static final Map<String, EntryTable<?>> TABLES =
      Map.of("client", EntryTables.CLIENTS, "user", EntryTables.USERS, "site", EntryTables.SITES);

  /**
   * @param named the parameters; ones that name no entry are skipped, and so are null values
   * @return the list, or which of them does not exist
   */
  public CompletionStage<HttpResponse> orNotFound(Map<String, String> named, HttpResponse list) {
    CompletionStage<HttpResponse> answer = CompletableFuture.completedFuture(list);
    for (Map.Entry<String, String> each : new TreeMap<>(named).entrySet()) {
      EntryTable<?> table = TABLES.get(each.getKey());
      if (table != null && each.getValue() != null) {
        answer =
            answer.thenCombine(
                directory.find(table, each.getValue()),
                (before, found) ->
                    found.isPresent()
                        ? before
                        : Problem.notFound(table.word(), each.getValue()).response());
      }
    }
    return answer;
  }

  /** An id in a query. */
  public static String id(String text) {
    if (!CollectionId.isName(text)) {
      throw new InvalidInputException("id", text, "is not an id");
    }
    return text;
  }
}
