package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.RunSpec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Reads entries, from lines such as {@code {"user": {"id": …}}} or from JSON of their own. */
public final class EntryReader {
  private static final String KEYS =
      EntryTables.ALL.stream().map(EntryTable::key).collect(Collectors.joining(", "));

  private final RunSpec.RunValidator check;

  /**
   * @param check what the runners have to say about each site's run
   */
  public EntryReader(RunSpec.RunValidator check) {
    this.check = check;
  }

  /** The text of a line; empty if there is nothing on it. */
  static String decodeLine(ImportLineSplitter.ImportLine line) {
    if (line.bytes() == null) {
      throw new InvalidInputException(
          "document", null, "is longer than " + ImportLineSplitter.LONGEST / 1024 + " KiB");
    }
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.bytes())).toString();
      boolean marked = line.number() == 1 && text.startsWith("\uFEFF"); // as some editors do
      return (marked ? text.substring(1) : text).strip();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException("document", null, "is not UTF-8");
    }
  }

  /** Which kind of entry a line is of. */
  static EntryTable<?> table(ObjectNode json) {
    if (json.size() == 1) {
      for (EntryTable<?> table : EntryTables.ALL) {
        if (json.has(table.key())) {
          return table;
        }
      }
    }
    throw new InvalidInputException(
        "document",
        json.propertyStream().map(field -> field.getKey()).collect(Collectors.joining(", ")),
        "must have exactly one field, one of " + KEYS);
  }

  /** The entry of a line; the fields of its errors begin with its kind. */
  <T extends DirectoryEntry> T readLine(EntryTable<T> table, ObjectNode json) {
    FieldErrors errors = new FieldErrors();
    return read(
        table, InputNode.root(json, errors).child(table.key()), json.get(table.key()), errors);
  }

  /**
   * @throws InvalidInputException with everything that is wrong with it
   */
  public <T extends DirectoryEntry> T read(EntryTable<T> table, ObjectNode json) {
    FieldErrors errors = new FieldErrors();
    return read(table, InputNode.root(json, errors), json, errors);
  }

  private <T extends DirectoryEntry> T read(
      EntryTable<T> table, InputNode node, JsonNode json, FieldErrors errors) {
    if (!node.isMapping()) {
      node.refuse("must be a mapping");
      errors.throwIfAny();
    }
    T entry = table.read(node, json, check);
    errors.throwIfAny();
    return entry;
  }
}
