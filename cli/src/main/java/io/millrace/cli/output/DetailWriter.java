package io.millrace.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Map;

/** Writes one object for people: a field a line, what it has inside below it. */
final class DetailWriter {
  private final PrintWriter out;
  private final boolean colour;

  DetailWriter(PrintWriter out, boolean colour) {
    this.out = out;
    this.colour = colour;
  }

  void write(JsonNode object) {
    fields(object, "");
    out.flush();
  }

  private void fields(JsonNode object, String indent) {
    int width =
        object.properties().stream()
            .filter(field -> !isEmpty(field.getValue()) && field.getValue().isValueNode())
            .mapToInt(field -> field.getKey().length())
            .max()
            .orElse(0);
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode value = field.getValue();
      String name = SafeText.line(field.getKey());
      if (isEmpty(value)) {
        continue;
      }
      if (value.isValueNode()) {
        String text = CellText.of(value);
        String padding = " ".repeat(Math.max(0, width - name.length()) + 2);
        out.println(indent + name + padding + (colour ? Colour.ofState(text).paint(text) : text));
      } else {
        out.println(indent + name);
        nested(value, indent + "  ");
      }
    }
  }

  private void nested(JsonNode value, String indent) {
    if (value.isObject()) {
      fields(value, indent);
      return;
    }
    for (JsonNode item : value) {
      if (item.isObject()) {
        out.println(indent + "-");
        fields(item, indent + "  ");
      } else {
        out.println(indent + "- " + CellText.of(item));
      }
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull()
        || (value.isTextual() && value.asText().isEmpty())
        || (value.isContainerNode() && value.isEmpty());
  }
}
