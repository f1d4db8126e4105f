package io.millrace.http;

import akka.http.javadsl.model.HttpResponse;
import io.millrace.engine.directory.Table;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.node.Directory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The entries that a question names: an empty list says nothing if one of them is not there. */
record NamedEntries(Directory directory) {
  private static final Map<String, Table<?>> TABLES =
      Map.of("client", Tables.CLIENTS, "user", Tables.USERS, "site", Tables.SITES);

  /**
   * @param named the parameters; those that name no entry are passed over, as are null values
   * @return the list, or which of them does not exist
   */
  CompletionStage<HttpResponse> orUnknown(Map<String, String> named, HttpResponse list) {
    CompletionStage<HttpResponse> answer = CompletableFuture.completedFuture(list);
    for (Map.Entry<String, String> each : new TreeMap<>(named).entrySet()) {
      Table<?> table = TABLES.get(each.getKey());
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
}
