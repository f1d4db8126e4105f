package io.millrace.engine.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.millrace.engine.credential.CredentialMask;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One place in a document. It is read as the type that is wanted there; what is wrong is noted with
 * its path, and reading goes on, so that one look finds every error.
 */
public final class InputNode {
  private static final ObjectMapper PLAIN = JsonMapper.builder().build();

  private final String path;
  private final JsonNode node;
  private final FieldErrors errors;

  private InputNode(String path, JsonNode node, FieldErrors errors) {
    this.path = path;
    this.node = node;
    this.errors = errors;
  }

  public static InputNode root(JsonNode node, FieldErrors errors) {
    return new InputNode("", node, errors);
  }

  public String path() {
    return path;
  }

  /** Whether there is nothing here: no such field, or a field without a value. */
  public boolean isEmpty() {
    return node.isMissingNode() || node.isNull();
  }

  public boolean isText() {
    return node.isTextual();
  }

  public boolean isEmptyText() {
    return node.isTextual() && node.textValue().isEmpty();
  }

  public boolean isNumber() {
    return node.isNumber();
  }

  public boolean isMapping() {
    return node.isObject();
  }

  public boolean isList() {
    return node.isArray();
  }

  /** Notes that what is here is refused. */
  public void refuse(String reason) {
    errors.add(path, isEmpty() ? null : node.isTextual() ? node.textValue() : value(), reason);
  }

  /** Notes what someone else found wrong, with paths that begin here. */
  public void refuseAll(List<FieldError> found) {
    errors.addAll(found);
  }

  private Object value() {
    return node.isNumber() ? node.numberValue() : shown();
  }

  /** A mapping or a list as JSON, without the credentials in it. */
  private String shown() {
    Object plain = PLAIN.convertValue(node, Object.class);
    return PLAIN.valueToTree(CredentialMask.masked(plain)).toString();
  }

  /** The field of that name, which may be empty. */
  public InputNode child(String name) {
    JsonNode child = node.get(name);
    String childPath = path.isEmpty() ? name : path + "." + name;
    return new InputNode(childPath, child == null ? MissingNode.getInstance() : child, errors);
  }

  /** The field of that name if it was given; one without a value is refused. */
  public Optional<InputNode> optional(String name) {
    InputNode child = child(name);
    if (child.node.isNull()) {
      child.refuse("has no value: give one, or leave the field out");
    }
    return child.isEmpty() ? Optional.empty() : Optional.of(child);
  }

  /** The field of that name; refused if there is none. */
  public Optional<InputNode> required(String name) {
    InputNode child = child(name);
    if (child.isEmpty()) {
      child.refuse("is required");
    }
    return child.isEmpty() ? Optional.empty() : Optional.of(child);
  }

  /** Reads a mapping that may have these fields only. */
  public boolean isMappingOf(String... names) {
    Set<String> known = Set.of(names);
    fields()
        .forEach(
            (name, field) -> {
              if (!known.contains(name)) {
                String all = String.join(", ", new TreeSet<>(known));
                field.refuse("is not a known field; known: " + all);
              }
            });
    return node.isObject();
  }

  /** The fields of a mapping, in the order of the document. */
  public Map<String, InputNode> fields() {
    Map<String, InputNode> fields = new LinkedHashMap<>();
    if (node.isObject()) {
      node.fieldNames().forEachRemaining(name -> fields.put(name, child(name)));
    } else {
      refuse("must be a mapping");
    }
    return fields;
  }

  /** The items of a list. */
  public List<InputNode> items() {
    List<InputNode> items = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> items.add(new InputNode(path + "[" + items.size() + "]", item, errors)));
    } else {
      refuse("must be a list");
    }
    return items;
  }

  /** Text, as {@code read} understands it; what it refuses is noted as an error of this place. */
  public <T> Optional<T> text(Function<String, T> read) {
    if (!node.isTextual()) {
      refuse(node.isValueNode() ? "must be text: put it in quotes" : "must be text");
      return Optional.empty();
    }
    try {
      return Optional.of(read.apply(node.textValue()));
    } catch (InvalidInputException e) {
      e.errors().forEach(error -> errors.add(path, node.textValue(), error.reason()));
      return Optional.empty();
    }
  }

  /** A duration, as {@code read} understands its text. A number does not say of what it is. */
  public Optional<Duration> duration(Function<String, Duration> read) {
    if (node.isNumber()) {
      refuse(Durations.NEEDS_UNIT);
      return Optional.empty();
    }
    return text(read);
  }

  /** A whole number within bounds. */
  public Optional<Integer> whole(int least, int most) {
    if (node.isInt() && node.intValue() >= least && node.intValue() <= most) {
      return Optional.of(node.intValue());
    }
    refuse("must be a whole number from " + least + " to " + most);
    return Optional.empty();
  }

  /** Any number. */
  public Optional<Double> number() {
    if (node.isNumber()) {
      return Optional.of(node.doubleValue());
    }
    refuse("must be a number");
    return Optional.empty();
  }

  /** True or false. */
  public Optional<Boolean> flag() {
    if (node.isBoolean()) {
      return Optional.of(node.booleanValue());
    }
    refuse("must be true or false");
    return Optional.empty();
  }

  /** An ISO-8601 time with its offset, to the millisecond. */
  public Optional<Instant> time() {
    return text(
        given -> {
          try {
            return OffsetDateTime.parse(given).toInstant().truncatedTo(ChronoUnit.MILLIS);
          } catch (DateTimeException e) {
            throw new InvalidInputException(
                path, given, "is not an ISO-8601 time such as 2026-01-31T06:00:00Z");
          }
        });
  }

  /** Everything from here on as plain immutable values; a field without a value is refused. */
  public Object plain() {
    if (node.isObject()) {
      Map<String, Object> values = new LinkedHashMap<>();
      fields().forEach((name, field) -> values.put(name, field.plain()));
      return Map.copyOf(values);
    }
    if (node.isArray()) {
      return items().stream().map(InputNode::plain).toList();
    }
    if (isEmpty()) {
      refuse("has no value");
      return "";
    }
    return node.isNumber()
        ? node.numberValue()
        : node.isBoolean() ? node.booleanValue() : node.asText();
  }
}
