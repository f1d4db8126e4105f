package io.millrace.http.definitions;

import io.millrace.engine.bundle.BundleFile;
import io.millrace.engine.bundle.BundleService.BundleRequest;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.http.endpoint.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the files that are compared or applied. */
final class BundleBody {
  private static final int MOST_FILES = 10_000;
  private static final int LONGEST_PATH = 1_000;

  private BundleBody() {}

  static BundleRequest parse(String text) {
    FieldErrors errors = new FieldErrors();
    InputNode body = InputNode.root(Json.object(text), errors);
    List<BundleFile> files = new ArrayList<>();
    boolean prune = false;
    if (body.isMappingOf("files", "prune")) {
      prune = body.optional("prune").flatMap(InputNode::flag).orElse(false);
      Set<String> paths = new HashSet<>();
      body.required("files")
          .ifPresent(
              list -> {
                List<InputNode> items = list.items();
                if (items.size() > MOST_FILES) {
                  list.refuse("has more than " + MOST_FILES + " files");
                } else {
                  items.forEach(item -> file(item, files, paths));
                }
              });
    }
    errors.throwIfAny();
    return new BundleRequest(files, prune);
  }

  private static void file(InputNode item, List<BundleFile> files, Set<String> paths) {
    if (item.isMappingOf("path", "content")) {
      String path = item.required("path").flatMap(field -> field.text(BundleBody::path)).orElse("");
      String content = item.required("content").flatMap(field -> field.text(it -> it)).orElse("");
      if (!paths.add(path)) {
        item.child("path").refuse("is there twice");
      }
      files.add(new BundleFile(path, content));
    }
  }

  private static String path(String text) {
    if (text.isBlank() || text.length() > LONGEST_PATH) {
      throw new InvalidInputException(
          "path", text, "must be 1 to " + LONGEST_PATH + " characters, not all blank");
    }
    return text;
  }
}
