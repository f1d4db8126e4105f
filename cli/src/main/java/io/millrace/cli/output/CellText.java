package io.millrace.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A value as a cell of a table. */
public final class CellText {
  private CellText() {}

  public static String of(@Nullable Object value) {
    String text = raw(value);
    return text.isEmpty() ? "-" : SafeText.line(text);
  }

  private static String raw(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Instant time) {
      return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    if (value instanceof Collection<?> many) {
      return many.stream().map(CellText::raw).collect(Collectors.joining(","));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> raw(entry.getKey()) + "=" + raw(entry.getValue()))
          .collect(Collectors.joining(" "));
    }
    if (value instanceof JsonNode node) {
      return node.isNull() ? "" : node.isTextual() ? node.asText() : node.toString();
    }
    return value.toString();
  }
}
