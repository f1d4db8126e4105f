package io.millrace.client.transport;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts the lines of a stream together to events, after the HTML standard. */
final class EventAssembler {
  private final StringBuilder data = new StringBuilder();
  private @Nullable String id;
  private String name = "message";

  /** The event that this line ends, if it ends one. */
  Optional<ServerEvent> add(String line) {
    if (line.isEmpty()) {
      return end();
    }
    int colon = line.indexOf(':');
    String field = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
    switch (field) {
      case "id" -> id = value;
      case "event" -> name = value;
      case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
      default -> {
        // a comment, or a field that is not needed
      }
    }
    return Optional.empty();
  }

  private Optional<ServerEvent> end() {
    Optional<ServerEvent> event =
        data.isEmpty() ? Optional.empty() : Optional.of(new ServerEvent(id, name, data.toString()));
    data.setLength(0);
    id = null;
    name = "message";
    return event;
  }
}
