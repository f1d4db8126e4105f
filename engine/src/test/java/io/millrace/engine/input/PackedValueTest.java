package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedValueTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "[0,-1,2147483647,-2147483648,2147483648,-9223372036854775808]",
        "[123456789012345678901234567890,-123456789012345678901234567890]",
        "[1.5,-0.1,1.0E300,true,false,null,\"\"]",
        "{\"a\":{\"b\":[{\"c\":[[],{}]},\"d\"]},\"e\":\"f\"}",
        "{\"naïve\":\"ÿ\",\"\":\"日本 😀\",\"日\":1}",
      })
  void every_value_is_read_back_as_it_was(String json) throws Exception {
    JsonNode back = YamlDocument.read(json, new FieldErrors());
    assertThat(back).isEqualTo(JsonMapper.builder().build().readTree(json)).hasToString(json);
  }

  @Test
  void half_a_character_is_kept_as_it_is() {
    assertThat(packed("a: \"\\uD83D\"").field("a").node().textValue()).isEqualTo("\uD83D");
  }

  @Test
  void the_second_of_two_fields_of_one_name_leaves_nothing_behind() {
    PackedValue value = packed("a: 1\nb: 2\na: {c: [1, 2, 3]}\nd: 4\n");
    assertThat(value.node()).hasToString("{\"a\":1,\"b\":2,\"d\":4}");
    List<String> names = new ArrayList<>();
    value.eachField((name, field) -> names.add(name + field.node()));
    assertThat(names).containsExactly("a1", "b2", "d4");
  }

  @Test
  void a_field_is_found_behind_others_of_any_length() {
    PackedValue value = packed("a: [1, {b: 2}]\n日: x\nab: {b: 3}\nb: 4\n");
    assertThat(value.field("b").node().intValue()).isEqualTo(4);
    assertThat(value.field("ab").field("b").node().intValue()).isEqualTo(3);
    assertThat(value.field("日").node().textValue()).isEqualTo("x");
    assertThat(value.field("本").node().isMissingNode()).isTrue();
    assertThat(value.field("a").field("b").node().isMissingNode()).as("of a list").isTrue();
  }

  @Test
  void a_long_document_takes_a_few_bytes_for_each_of_its_own() {
    StringBuilder yaml = new StringBuilder("[");
    for (int i = 0; i < 10_000; i++) {
      yaml.append("{name: c").append(i).append("},\n");
    }
    PackedValue value = packed(yaml.append("]").toString());
    assertThat(value.bytes().length()).isLessThan(2 * yaml.length());
  }

  @Test
  void the_beginning_of_a_value_has_no_more_nodes_than_were_asked_for() {
    PackedValue value = packed("[[1, 2], {a: 3, b: 4}, " + "5, ".repeat(10_000) + "6]");
    assertThat(value.beginning(1)).hasToString("[]");
    assertThat(value.beginning(4)).hasToString("[[1,2]]");
    assertThat(value.beginning(6)).hasToString("[[1,2],{\"a\":3}]");
    assertThat(value.beginning(Integer.MAX_VALUE)).hasSize(10_003);
  }

  private static PackedValue packed(String yaml) {
    return (PackedValue) YamlDocument.packed(yaml, new FieldErrors());
  }
}
