package io.millrace.engine.directory;

import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import io.millrace.engine.source.CollectionId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the fields of entries. Errors are collected; an invalid field is empty or the default. */
final class EntryFields {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final int MAX_LABEL_LENGTH = 200;

  private EntryFields() {}

  static String id(InputNode node, String name) {
    return node.required(name)
        .flatMap(field -> field.text(text -> CollectionId.checkName(name, text)))
        .orElse("");
  }

  static String label(InputNode node, String name) {
    return node.required(name).flatMap(field -> field.text(EntryFields::checkLabel)).orElse("");
  }

  private static String checkLabel(String text) {
    if (text.isBlank() || text.length() > MAX_LABEL_LENGTH) {
      throw new InvalidInputException(
          "label", text, "must be 1 to " + MAX_LABEL_LENGTH + " characters, not all blank");
    }
    return text;
  }

  static boolean flag(InputNode node, String name, boolean defaultValue) {
    return node.optional(name).flatMap(InputNode::flag).orElse(defaultValue);
  }

  static <E extends Enum<E>> Optional<E> word(InputNode node, String name, Class<E> words) {
    return node.optional(name)
        .flatMap(field -> field.text(text -> WordList.readName(words, name, text)));
  }

  /** Reads a time that the database can store. */
  static @Nullable Instant time(InputNode node, String name) {
    return node.optional(name).flatMap(EntryFields::time).orElse(null);
  }

  private static Optional<Instant> time(InputNode field) {
    Optional<Instant> time = field.time();
    Optional<Instant> storable = time.filter(t -> !t.isBefore(EARLIEST) && !t.isAfter(LATEST));
    if (time.isPresent() && storable.isEmpty()) {
      field.refuse("must be within the years 1 to 9999");
    }
    return storable;
  }

  static void putPromise(Map<String, Object> fields, @Nullable FreshPromise promise) {
    if (promise != null) {
      fields.put(FreshPromiseReader.FIELD, promise.fields());
    }
  }

  /** The stored form of a promise. */
  static @Nullable String text(@Nullable FreshPromise promise) {
    return promise == null ? null : promise.text();
  }

  /** Reads what {@link #text} wrote. */
  static @Nullable FreshPromise promise(@Nullable String text) {
    return text == null ? null : FreshPromise.parse(text);
  }

  static void putGiven(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
