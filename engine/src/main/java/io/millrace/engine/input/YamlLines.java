package io.millrace.engine.input;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of one YAML document.
 *
 * @param byPath the line at which each value begins, or its name
 * @param first the line at which the document begins
 */
public record YamlLines(Map<String, Integer> byPath, int first) {
  private static final int DEEPEST = 32;

  /** The lines of values that are not deeper than this; of each document of the text. */
  public static List<YamlLines> of(String yaml, int depth) {
    return YamlDocument.parsed(yaml, new FieldErrors(), List.of(), parser -> read(parser, depth));
  }

  /** The lines of all values. */
  public static List<YamlLines> ofAll(String yaml) {
    return of(yaml, DEEPEST);
  }

  private static List<YamlLines> read(YAMLParser parser, int depth) throws IOException {
    List<YamlLines> documents = new ArrayList<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      YamlLines lines = new YamlLines(new HashMap<>(), line(parser));
      lines.value(parser, token, DocumentPath.ROOT, 0, depth);
      documents.add(lines);
    }
    return documents;
  }

  private void value(YAMLParser parser, JsonToken token, DocumentPath at, int level, int depth)
      throws IOException {
    if (token == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        DocumentPath field = at.field(parser.getText());
        note(parser, field, level + 1, depth);
        value(parser, parser.nextToken(), field, level + 1, depth);
      }
    } else if (token == JsonToken.START_ARRAY) {
      int item = 0;
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        DocumentPath place = at.item(item++);
        note(parser, place, level + 1, depth);
        value(parser, next, place, level + 1, depth);
      }
    }
  }

  private void note(YAMLParser parser, DocumentPath place, int level, int depth) {
    if (level <= depth) {
      byPath.putIfAbsent(place.toString(), line(parser));
    }
  }

  private static int line(YAMLParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  /** The line of a value; of one that is not there, that of the nearest value around it. */
  public int of(String path) {
    String at = path;
    while (!at.isEmpty()) {
      Integer line = byPath.get(at);
      if (line != null) {
        return line;
      }
      at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
    }
    return first;
  }
}
