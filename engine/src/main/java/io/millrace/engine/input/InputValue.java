package io.millrace.engine.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A value of a document, however the document is kept. */
interface InputValue {
  boolean isMapping();

  boolean isList();

  /** The value of a field; a missing one if there is none, or this is no mapping. */
  InputValue field(String name);

  /** The fields of a mapping, in the order of the document. */
  void eachField(BiConsumer<String, InputValue> look);

  /** The items of a list. */
  void eachItem(Consumer<InputValue> look);

  /** The whole of it. */
  JsonNode node();

  /** Its first values, that many of them or more. */
  JsonNode beginning(int values);

  /** A value of a tree. */
  record TreeValue(JsonNode node) implements InputValue {
    private static final InputValue MISSING = new TreeValue(MissingNode.getInstance());

    @Override
    public boolean isMapping() {
      return node.isObject();
    }

    @Override
    public boolean isList() {
      return node.isArray();
    }

    @Override
    public InputValue field(String name) {
      JsonNode field = node.get(name);
      return field == null ? MISSING : new TreeValue(field);
    }

    @Override
    public void eachField(BiConsumer<String, InputValue> look) {
      node.fieldNames().forEachRemaining(name -> look.accept(name, new TreeValue(node.get(name))));
    }

    @Override
    public void eachItem(Consumer<InputValue> look) {
      node.forEach(item -> look.accept(new TreeValue(item)));
    }

    @Override
    public JsonNode beginning(int values) {
      return node;
    }
  }

  static InputValue missing() {
    return TreeValue.MISSING;
  }
}
