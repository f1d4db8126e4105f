package io.millrace.engine.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One place in a document. It is read as the type that is wanted there; what is wrong is noted with
 * its path, and reading continues, so one pass finds every error.
 */
public final class InputNode {
  private static final ObjectMapper PLAIN = JsonMapper.builder().build();

  private static final String NO_VALUE = "has no value: give one, or leave the field out";

  /** More values than a refusal ever shows. */
  private static final int SHOWN_VALUES = 1_000;

  private final DocumentPath place;
  private final InputValue value;
  private final FieldErrors errors;

  /**
   * Whether a field with the value null is like no field. In JSON somebody wrote the null. In YAML
   * it is what a forgotten value looks like.
   */
  private final boolean isNullAbsent;

  private InputNode(
      DocumentPath place, InputValue value, FieldErrors errors, boolean isNullAbsent) {
    this.place = place;
    this.value = value;
    this.errors = errors;
    this.isNullAbsent = isNullAbsent;
  }

  /** The root of a JSON document. */
  public static InputNode root(JsonNode node, FieldErrors errors) {
    return new InputNode(DocumentPath.ROOT, new InputValue.TreeValue(node), errors, true);
  }

  /** The root of a YAML document that was read before. */
  public static InputNode yamlRoot(JsonNode node, FieldErrors errors) {
    return root(new InputValue.TreeValue(node), errors);
  }

  static InputNode root(InputValue value, FieldErrors errors) {
    return new InputNode(DocumentPath.ROOT, value, errors, false);
  }

  /**
   * Checks a YAML mapping that is then read like JSON.
   *
   * @throws InvalidInputException if a value was forgotten, with every such field
   */
  public static void checkValues(JsonNode yaml) {
    FieldErrors errors = new FieldErrors();
    yamlRoot(yaml, errors).refuseEmptyFields();
    errors.throwIfAny();
  }

  private void refuseEmptyFields() {
    if (isMapping()) {
      eachField(
          (name, field) -> {
            if (field.isEmpty()) {
              field.refuse(NO_VALUE);
            }
            field.refuseEmptyFields();
          });
    }
  }

  public String path() {
    return place.toString();
  }

  /** Whether there is nothing here: no such field, or a field without a value. */
  public boolean isEmpty() {
    JsonNode node = scalar();
    return node.isMissingNode() || node.isNull();
  }

  public boolean isText() {
    return scalar().isTextual();
  }

  public boolean isEmptyText() {
    return scalar().isTextual() && scalar().textValue().isEmpty();
  }

  public boolean isNumber() {
    return scalar().isNumber();
  }

  public boolean isMapping() {
    return value.isMapping();
  }

  public boolean isList() {
    return value.isList();
  }

  /** The value; of a mapping or a list not more than that it is none. */
  private JsonNode scalar() {
    return value.beginning(1);
  }

  /** Notes that what is here is refused. */
  public void refuse(String reason) {
    refuse(() -> reason);
  }

  private void refuse(Supplier<String> reason) {
    if (errors.hasRoom()) {
      errors.add(path(), isEmpty() ? null : given(), reason.get());
    } else {
      errors.count();
    }
  }

  /** Refuses what earlier releases accepted. A stored document that has it stays in force. */
  public void refuseIfNew(String reason) {
    if (!errors.isOfStored()) {
      refuse(reason);
    }
  }

  /** Notes what someone else found wrong, with paths that begin here. */
  public void refuseAll(List<FieldError> found) {
    errors.addAll(found);
  }

  private Object given() {
    JsonNode node = value.beginning(SHOWN_VALUES);
    if (node.isTextual()) {
      return node.textValue();
    }
    return node.isNumber() ? node.numberValue() : shown(node);
  }

  /** A mapping or a list as JSON, without the credentials in it. */
  private static String shown(JsonNode node) {
    Object plain = PLAIN.convertValue(node, Object.class);
    return PLAIN.valueToTree(CredentialMask.masked(plain)).toString();
  }

  /** The field of that name, which may be empty. */
  public InputNode child(String name) {
    return new InputNode(place.field(name), value.field(name), errors, isNullAbsent);
  }

  /** The field of that name if it was given. One without a value is refused in YAML. */
  public Optional<InputNode> optional(String name) {
    InputValue field = value.field(name);
    if (field == InputValue.missing()) {
      return Optional.empty();
    }
    InputNode child = new InputNode(place.field(name), field, errors, isNullAbsent);
    if (!isNullAbsent && child.scalar().isNull()) {
      child.refuse(NO_VALUE);
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
    return isMappingOf(Set.of(names));
  }

  /** The same with a set, for a caller that reads many nodes. */
  public boolean isMappingOf(Set<String> known) {
    eachField(
        (name, field) -> {
          if (!known.contains(name)) {
            field.refuse(
                () -> "is not a known field; known: " + String.join(", ", new TreeSet<>(known)));
          }
        });
    return isMapping();
  }

  /** The fields of a mapping, in the order of the document. */
  public Map<String, InputNode> fields() {
    Map<String, InputNode> fields = new LinkedHashMap<>();
    eachField(fields::put);
    return fields;
  }

  /** Reads one field after the other, so not all must be in memory. */
  public void eachField(BiConsumer<String, InputNode> look) {
    if (!isMapping()) {
      refuse("must be a mapping");
    }
    value.eachField(
        (name, field) ->
            look.accept(name, new InputNode(place.field(name), field, errors, isNullAbsent)));
  }

  /** The items of a list. */
  public List<InputNode> items() {
    List<InputNode> items = new ArrayList<>();
    eachItem(items::add);
    return items;
  }

  /** Reads one item after the other, so not all must be in memory. */
  public void eachItem(Consumer<InputNode> look) {
    if (!isList()) {
      refuse("must be a list");
    }
    int[] index = {0};
    value.eachItem(
        item -> look.accept(new InputNode(place.item(index[0]++), item, errors, isNullAbsent)));
  }

  /** Text, as {@code read} understands it; what it refuses is noted as an error of this place. */
  public <T> Optional<T> text(Function<String, T> read) {
    JsonNode node = scalar();
    if (!node.isTextual()) {
      refuse(node.isValueNode() ? "must be text: put it in quotes" : "must be text");
      return Optional.empty();
    }
    return parsed(read, node.textValue());
  }

  private <T> Optional<T> parsed(Function<String, T> read, String text) {
    try {
      return Optional.of(read.apply(text));
    } catch (InvalidInputException e) {
      e.errors().forEach(error -> errors.add(path(), given(), error.reason()));
      return Optional.empty();
    }
  }

  /** A duration, as {@code read} understands its text. A number needs a unit, unless it is 0. */
  public Optional<Duration> duration(Function<String, Duration> read) {
    if (isNumber() && scalar().doubleValue() != 0) {
      refuse(Durations.NEEDS_UNIT);
      return Optional.empty();
    }
    return isNumber() ? parsed(read, "0") : text(read);
  }

  /** A whole number within bounds. */
  public Optional<Integer> whole(int least, int most) {
    JsonNode node = scalar();
    if (node.isInt() && node.intValue() >= least && node.intValue() <= most) {
      return Optional.of(node.intValue());
    }
    refuse("must be a whole number from " + least + " to " + most);
    return Optional.empty();
  }

  /** Any number. */
  public Optional<Double> number() {
    JsonNode node = scalar();
    if (node.isNumber()) {
      return Optional.of(node.doubleValue());
    }
    refuse("must be a number");
    return Optional.empty();
  }

  /** True or false. */
  public Optional<Boolean> flag() {
    JsonNode node = scalar();
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
                path(), given, "is not an ISO-8601 time such as 2026-01-31T06:00:00Z");
          }
        });
  }

  /** Everything from here on as plain immutable values; a field without a value is refused. */
  public Object plain() {
    if (isMapping()) {
      Map<String, Object> values = new LinkedHashMap<>();
      eachField((name, field) -> values.put(name, field.plain()));
      return Map.copyOf(values);
    }
    if (isList()) {
      List<Object> values = new ArrayList<>();
      eachItem(item -> values.add(item.plain()));
      return List.copyOf(values);
    }
    if (isEmpty()) {
      refuse("has no value");
      return "";
    }
    JsonNode node = scalar();
    return node.isNumber()
        ? node.numberValue()
        : node.isBoolean() ? node.booleanValue() : node.asText();
  }
}
