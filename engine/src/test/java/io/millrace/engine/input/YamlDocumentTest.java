package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlDocumentTest {

  @Test
  void a_document_becomes_a_tree_of_plain_values() {
    JsonNode tree = read("a: {b: [1, 1.5, true, ~, text, 2026-01-01T00:00:00Z]}\nc: \"10\"\nd:");
    assertThat(tree)
        .hasToString(
            "{\"a\":{\"b\":[1,1.5,true,null,\"text\",\"2026-01-01T00:00:00Z\"]},"
                + "\"c\":\"10\",\"d\":null}");
  }

  @Test
  void json_is_read_too() {
    assertThat(read("{\"a\": [1, 12345678901, 12345678901234567890123]}"))
        .hasToString("{\"a\":[1,12345678901,12345678901234567890123]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "# nothing\n", "---", "---\n...\n", "null", "~"})
  void an_empty_document_is_empty_and_no_error(String yaml) {
    assertThat(InputNode.root(read(yaml), new FieldErrors()).isEmpty()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a: @daily      | line 1, column 4: while scanning for the next token, found character '@'",
        "a: * * * *     | line 1, column 5: while scanning an alias, unexpected character",
        "a: [1, 2       | line 1, column 9: while parsing a flow sequence, expected ',' or ']'",
        "a: b: c        | line 1, column 5: mapping values are not allowed here",
        "a: 'x          | line 1, column 6: while scanning a quoted scalar, found unexpected end",
        "a: .nan        | line 1, column 8: Malformed numeric value '.nan'",
        "? [x]          | line 1, column 4: a field name must be text",
      })
  void what_is_not_yaml_is_shown_with_its_line_and_column(String yaml, String reason) {
    assertThat(errors(yaml))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.field()).isEqualTo("document");
              assertThat(error.reason()).startsWith("is not YAML: " + reason);
            });
  }

  @Test
  void every_field_that_is_given_twice_is_named() {
    assertThat(errors("a: 1\nb:\n  - c: 1\n    c: 2\na: 2\n"))
        .extracting(FieldError::field, FieldError::reason)
        .containsExactly(
            tuple("b[0].c", "is given twice, again at line 4"),
            tuple("a", "is given twice, again at line 5"));
  }

  @Test
  void a_second_document_is_refused_not_ignored() {
    assertThat(errors("a: 1\n---\nb: 2\n"))
        .singleElement()
        .hasToString("document: has a second document at line 3");
  }

  @Test
  void an_alias_is_refused_where_it_stands_so_that_no_small_text_grows() {
    assertThat(errors("a: &x [1, 2]\nb: [*x, *x]\n"))
        .extracting(FieldError::toString)
        .allSatisfy(error -> assertThat(error).contains("*x: is a YAML alias"))
        .hasSize(2);
  }

  @Test
  void a_number_that_no_computer_can_hold_is_refused() {
    assertThat(errors("a: 1e9999"))
        .singleElement()
        .hasToString("a = 1e9999: is not a finite number");
  }

  @Test
  void deep_nesting_is_refused_in_a_moment() {
    assertThat(errors("[".repeat(200_000)))
        .singleElement()
        .hasToString("document: is nested deeper than 32 levels");
    assertThat(errors("- ".repeat(100_000)))
        .singleElement()
        .hasToString("document: is nested deeper than 32 levels");
  }

  @Test
  void a_document_over_8_MiB_is_refused_and_one_of_8_MiB_is_not() {
    String comment = ("#" + "x".repeat((8 << 10) - 2) + "\n").repeat(1 << 10);
    assertThat(read(comment).isMissingNode()).isTrue();
    assertThat(errors(comment + "x")).singleElement().hasToString("document: is larger than 8 MiB");
    assertThat(errors("#" + "é".repeat(4 << 20)))
        .singleElement()
        .hasToString("document: is larger than 8 MiB");
  }

  @Test
  void a_line_that_would_take_long_to_scan_is_refused() {
    assertThat(read("a: " + "x".repeat((256 << 10) - 3)).get("a").textValue()).hasSize(262_141);
    assertThat(errors("a: b\n#" + "x".repeat(256 << 10)))
        .singleElement()
        .hasToString("document: has a line of more than 262144 characters");
  }

  @Test
  void thousands_of_errors_are_counted_and_the_first_thousand_shown() {
    FieldErrors errors = new FieldErrors();
    for (int i = 0; i < 2_500; i++) {
      errors.add("field" + i, "x".repeat(5_000), "is wrong");
    }
    assertThatThrownBy(errors::throwIfAny)
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> {
              assertThat(e.errors()).hasSize(1_001);
              assertThat(e.errors().get(0).value().toString()).hasSize(201);
              assertThat(e.errors().get(1_000)).hasToString("document: has 1500 more errors");
            });
  }

  private static JsonNode read(String yaml) {
    FieldErrors errors = new FieldErrors();
    JsonNode tree = YamlDocument.read(yaml, errors);
    errors.throwIfAny();
    return tree;
  }

  private static List<FieldError> errors(String yaml) {
    try {
      read(yaml);
      return List.of();
    } catch (InvalidInputException e) {
      return e.errors();
    }
  }
}
