package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.RunSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A program that reads documents with as many values as fit in. It ends with 0 if its heap is
 * enough.
 */
final class DenseSources {
  static final int LENGTH = 2 << 20;

  private static final String COLLECTIONS = "sources: {s: {collections: [\n";
  private static final String ONE = COLLECTIONS + "{name: a, ";

  private DenseSources() {}

  public static void main(String[] args) {
    documents()
        .forEach(
            (what, document) -> {
              try {
                Sources.parse(document.get(), RunSpec.RunValidator.ACCEPTED);
                System.out.println(what + " are taken");
              } catch (InvalidInputException refused) {
                System.out.println(what + " are refused, " + refused.errors().size() + " errors");
              }
            });
  }

  /** Each is made when it is read, so that there is only one at a time. */
  private static Map<String, Supplier<String>> documents() {
    Map<String, Supplier<String>> documents = new LinkedHashMap<>();
    documents.put("collections", () -> of(COLLECTIONS, i -> "{name: c" + i + "},\n", "]}}"));
    documents.put(
        "collections beside an error",
        () -> of("{x: 1, " + COLLECTIONS, i -> "{name: c" + i + "},\n", "]}}}"));
    documents.put(
        "sources", () -> of("sources: {\n", i -> "s" + i + ": {collections: [{name: c}]},\n", "}"));
    documents.put("unknown fields", () -> of("{\n", i -> "f" + i + ",\n", "}"));
    documents.put("unknown lists", () -> of("x: [\n", i -> "[],[],[],[],\n", "]"));
    documents.put(
        "timeouts",
        () -> of(COLLECTIONS, i -> "{name: c" + i + ", timeout: " + (i + 1) + "s},\n", "]}}"));
    documents.put("secrets", () -> of(ONE + "secrets: [\n", i -> "s" + i + ",\n", "]}]}}"));
    documents.put("lists", () -> of(ONE + "run: {a: {b: [\n", i -> "[],[],[],[],\n", "]}}}]}}"));
    documents.put(
        "mappings", () -> of(ONE + "run: {a: {b: [\n", i -> "{a: 1},{a: 1},\n", "]}}}]}}"));
    return documents;
  }

  private static String of(String head, IntFunction<String> line, String tail) {
    StringBuilder yaml = new StringBuilder(LENGTH).append(head);
    for (int i = 0; yaml.length() < LENGTH - 100; i++) {
      yaml.append(line.apply(i));
    }
    return yaml.append(tail).toString();
  }
}
