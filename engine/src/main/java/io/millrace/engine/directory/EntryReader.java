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

/** Reads entries, from lines such as {@code {"user": {"id": …}}} or from plain JSON. */
public final class EntryReader {
  private static final String KEYS =
      EntryTables.ALL.stream().map(EntryTable::key).collect(Collectors.joining(", "));

  private final RunSpec.RunValidator check;

  /**
   * @param check validates the run of each site against the runners
   */
  public EntryReader(RunSpec.RunValidator check) {
    this.check = check;
  }

  /** Returns the text of a line; empty if the line is blank. */
  static String decodeLine(ImportLineSplitter.ImportLine line) {
    if (line.bytes() == null) {
      throw new InvalidInputException(
          "document", null, "is longer than " + ImportLineSplitter.LONGEST / 1024 + " KiB");
    }
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line.bytes())).toString();
      boolean hasMark = line.number() == 1 && text.startsWith("\uFEFF"); // as some editors add
      return (hasMark ? text.substring(1) : text).strip();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException("document", null, "is not UTF-8");
    }
  }

  /** Returns the table of the entry on a line. */
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

  /** Reads the entry of a line. The fields of its errors begin with its kind. */
  <T extends DirectoryEntry> T readLine(EntryTable<T> table, ObjectNode json) {
    FieldErrors errors = new FieldErrors();
    return read(
        table, InputNode.root(json, errors).child(table.key()), json.get(table.key()), errors);
  }

  /**
   * @throws InvalidInputException with every error in it
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
