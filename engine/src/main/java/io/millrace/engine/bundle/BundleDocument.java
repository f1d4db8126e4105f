package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.input.YamlLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One YAML document of a file, with the lines of its parts. */
final class BundleDocument {
  /** The depth of a source's collections. */
  private static final int USUAL_DEPTH = 4;

  private final BundleFile file;
  private final int index;
  private final boolean alone;
  private final JsonNode tree;
  private final YamlLines lines;
  private @Nullable YamlLines allLines;

  private BundleDocument(
      BundleFile file, int index, boolean alone, JsonNode tree, YamlLines lines) {
    this.file = file;
    this.index = index;
    this.alone = alone;
    this.tree = tree;
    this.lines = lines;
  }

  /** Reads the documents of a file. What is no YAML is an error of the file. */
  static List<BundleDocument> read(BundleFile file, BundleErrors errors) {
    FieldErrors found = new FieldErrors();
    List<JsonNode> trees = YamlDocument.readAll(file.content(), found);
    try {
      found.throwIfAny();
      trees.forEach(JsonDocument::checkStorable);
    } catch (InvalidInputException refused) {
      errors.addAll(file, refused.errors());
      return List.of();
    }
    List<YamlLines> lines = YamlLines.of(file.content(), USUAL_DEPTH);
    List<BundleDocument> documents = new ArrayList<>();
    for (int i = 0; i < trees.size(); i++) {
      JsonNode tree = trees.get(i);
      if (!tree.isNull() && !tree.isMissingNode()) {
        documents.add(new BundleDocument(file, i, trees.size() == 1, tree, lines.get(i)));
      }
    }
    return documents;
  }

  BundleFile file() {
    return file;
  }

  JsonNode tree() {
    return tree;
  }

  /** Whether it is all that the file has, so that the text of the file is its text. */
  boolean isAlone() {
    return alone;
  }

  /** The line of a value that is not deep. */
  int line(String path) {
    return lines.of(path);
  }

  /** The line of any value; it takes longer, so only errors ask for it. */
  int exactLine(String path) {
    YamlLines all = allLines;
    if (all == null) {
      all = YamlLines.ofAll(file.content()).get(index);
      allLines = all;
    }
    return all.of(path);
  }
}
