package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InputNodeTest {

  @Test
  void an_error_is_told_with_its_path() {
    FieldErrors errors = new FieldErrors();
    InputNode root = YamlDocument.root("a: {b: [x, {c: 1}]}", errors);
    root.child("a").child("b").items().get(1).child("c").refuse("is wrong");
    root.child("d").required("e");
    InvalidInputException told =
        catchThrowableOfType(InvalidInputException.class, errors::throwIfAny);
    assertThat(told.errors())
        .extracting(FieldError::toString)
        .containsExactly("a.b[1].c = 1: is wrong", "d.e: is required");
  }

  @Test
  void nullInJsonIsLikeNoFieldAndInYamlAForgottenValue() throws Exception {
    FieldErrors ofJson = new FieldErrors();
    InputNode json =
        InputNode.root(new ObjectMapper().readTree("{\"a\": {\"b\": null}, \"c\": null}"), ofJson);
    assertThat(json.child("a").optional("b")).isEmpty();
    assertThat(json.optional("c")).isEmpty();
    assertThat(json.required("c")).isEmpty();
    json.isMappingOf("a");
    FieldErrors ofYaml = new FieldErrors();
    JsonNode tree = YamlDocument.read("{a: {b: }, c: }", ofYaml);
    InputNode yaml = InputNode.yamlRoot(tree, ofYaml);
    assertThat(yaml.child("a").optional("b")).isEmpty();
    assertThat(yaml.optional("d")).isEmpty();
    assertThat(told(ofJson)).containsExactly("c: is required", "c: is not a known field; known: a");
    assertThat(told(ofYaml)).containsExactly("a.b: has no value: give one, or leave the field out");
  }

  @Test
  void aForgottenValueIsFoundAtAnyDepth() {
    FieldErrors none = new FieldErrors();
    InputNode.checkValues(YamlDocument.read("{a: {b: 1, c: []}, d: x}", none));
    JsonNode tree = YamlDocument.read("{a: {b: , c: 1}, d: {e: {f: }}, g: }", none);
    InvalidInputException refused =
        catchThrowableOfType(InvalidInputException.class, () -> InputNode.checkValues(tree));
    assertThat(refused.errors()).extracting(FieldError::field).containsExactly("a.b", "d.e.f", "g");
  }

  private static List<String> told(FieldErrors errors) {
    return catchThrowableOfType(InvalidInputException.class, errors::throwIfAny).errors().stream()
        .map(FieldError::toString)
        .toList();
  }

  @Test
  void a_long_value_that_is_refused_is_shown_as_its_beginning() {
    FieldErrors errors = new FieldErrors();
    YamlDocument.root("x: [" + "[],\n".repeat(100_000) + "]", errors).isMappingOf("y");
    InvalidInputException told =
        catchThrowableOfType(InvalidInputException.class, errors::throwIfAny);
    assertThat(told.errors())
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.value()).isEqualTo("[" + "[],".repeat(66) + "[…");
              assertThat(error.reason()).isEqualTo("is not a known field; known: y");
            });
  }

  @Test
  void errors_that_are_only_counted_are_not_looked_at() {
    AtomicInteger looks = new AtomicInteger();
    FieldErrors errors = new FieldErrors();
    InputNode root = InputNode.root(new Counted(looks), errors);
    for (int i = 0; i < 1_500; i++) {
      root.isMappingOf(Set.of());
    }
    InvalidInputException told =
        catchThrowableOfType(InvalidInputException.class, errors::throwIfAny);
    assertThat(told.errors().get(1_000)).hasToString("document: has 500 more errors");
    assertThat(looks).as("two for each that is told").hasValue(2_000);
  }

  /** A mapping of one field; counts how often its value is made a node. */
  private record Counted(AtomicInteger looks) implements InputValue {
    @Override
    public boolean isMapping() {
      return true;
    }

    @Override
    public boolean isList() {
      return false;
    }

    @Override
    public InputValue field(String name) {
      return this;
    }

    @Override
    public void eachField(BiConsumer<String, InputValue> look) {
      look.accept("a", this);
    }

    @Override
    public void eachItem(Consumer<InputValue> look) {}

    @Override
    public JsonNode node() {
      return beginning(Integer.MAX_VALUE);
    }

    @Override
    public JsonNode beginning(int values) {
      looks.incrementAndGet();
      return JsonNodeFactory.instance.numberNode(1);
    }
  }
}
