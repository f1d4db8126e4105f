package io.millrace.engine.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A value of a document that is kept as bytes. A document of 8 MB has a million values. As objects
 * they are alive all at once, and the collector stops everybody for as long as it moves them.
 */
record PackedValue(PackedBytes bytes, int at) implements InputValue {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Override
  public boolean isMapping() {
    return bytes.kind(at) == PackedBytes.MAPPING;
  }

  @Override
  public boolean isList() {
    return bytes.kind(at) == PackedBytes.LIST;
  }

  @Override
  public InputValue field(String name) {
    if (isMapping()) {
      int end = bytes.next(at);
      for (int key = PackedBytes.first(at); key < end; key = bytes.next(bytes.next(key))) {
        if (bytes.isText(key, name)) {
          return new PackedValue(bytes, bytes.next(key));
        }
      }
    }
    return InputValue.missing();
  }

  @Override
  public void eachField(BiConsumer<String, InputValue> look) {
    int end = isMapping() ? bytes.next(at) : 0;
    for (int key = PackedBytes.first(at); key < end; key = bytes.next(bytes.next(key))) {
      look.accept(bytes.textAt(key), new PackedValue(bytes, bytes.next(key)));
    }
  }

  @Override
  public void eachItem(Consumer<InputValue> look) {
    int end = isList() ? bytes.next(at) : 0;
    for (int item = PackedBytes.first(at); item < end; item = bytes.next(item)) {
      look.accept(new PackedValue(bytes, item));
    }
  }

  @Override
  public JsonNode node() {
    return beginning(Integer.MAX_VALUE);
  }

  @Override
  public JsonNode beginning(int values) {
    return new NodeBuilder(bytes, values).node(at);
  }

  /** Makes nodes, until there are enough. */
  private static final class NodeBuilder {
    private final PackedBytes bytes;
    private int left;

    NodeBuilder(PackedBytes bytes, int most) {
      this.bytes = bytes;
      this.left = most;
    }

    JsonNode node(int at) {
      left--;
      return switch (bytes.kind(at)) {
        case PackedBytes.MAPPING -> mapping(at);
        case PackedBytes.LIST -> list(at);
        case PackedBytes.INT -> NODES.numberNode(bytes.intAt(at));
        case PackedBytes.LONG -> NODES.numberNode(bytes.longAt(at));
        case PackedBytes.BIG -> NODES.numberNode(bytes.bigAt(at));
        case PackedBytes.DOUBLE -> NODES.numberNode(bytes.doubleAt(at));
        case PackedBytes.TRUE -> NODES.booleanNode(true);
        case PackedBytes.FALSE -> NODES.booleanNode(false);
        case PackedBytes.NULL -> NODES.nullNode();
        default -> NODES.textNode(bytes.textAt(at));
      };
    }

    private JsonNode mapping(int at) {
      ObjectNode mapping = NODES.objectNode();
      int end = bytes.next(at);
      int key = PackedBytes.first(at);
      while (key < end && left > 0) {
        int value = bytes.next(key);
        mapping.set(bytes.textAt(key), node(value));
        key = bytes.next(value);
      }
      return mapping;
    }

    private JsonNode list(int at) {
      ArrayNode list = NODES.arrayNode();
      int end = bytes.next(at);
      for (int item = PackedBytes.first(at); item < end && left > 0; item = bytes.next(item)) {
        list.add(node(item));
      }
      return list;
    }
  }
}
