package io.millrace.engine.fresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be promised, and what is refused by name. */
class FreshPromiseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'within': '6h'} | 6h at 99%",
        "{'within': 'PT1H30M', 'objective': '99.5%'} | 1h30m at 99.5%",
        "{'within': '2 days', 'objective': 99} | 2d at 99%",
        "{'within': '90s', 'objective': 99.95} | 1m30s at 99.95%",
        "{'within': '6h', 'objective': '100 %'} | 6h at 100%",
        "{'within': '6h', 'objective': '50'} | 6h at 50%",
        "{'within': '1h', 'objective': '0.0001%'} | 1h at 0.0001%",
      })
  void aPromiseIsReadAndWritten(String json, String text) {
    FieldErrors errors = new FieldErrors();
    FreshPromise promise = read(json, errors);
    errors.throwIfAny();
    assertThat(promise.text()).isEqualTo(text);
    assertThat(FreshPromise.parse(text)).isEqualTo(promise);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'within': '0s'} | fresh.within | must be more than 0",
        "{'within': '-1h'} | fresh.within | must be more than 0",
        "{'within': 6} | fresh.within | needs a unit",
        "{'within': '367d'} | fresh.within | must be at most 366 days",
        "{'objective': '99%'} | fresh.within | is required",
        "{'within': '6h', 'objective': '0%'} | fresh.objective | must be more than 0 %",
        "{'within': '6h', 'objective': 0} | fresh.objective | must be more than 0 %",
        "{'within': '6h', 'objective': '100.1%'} | fresh.objective | at most 100 %",
        "{'within': '6h', 'objective': 100.1} | fresh.objective | at most 100 %",
        "{'within': '6h', 'objective': '-1%'} | fresh.objective | must be more than 0 %",
        "{'within': '6h', 'objective': '99.99999%'} | fresh.objective | at most 4 decimals",
        "{'within': '6h', 'objective': 'most'} | fresh.objective | is not a percentage",
        "{'within': '6h', 'objective': '1e9%'} | fresh.objective | is not a percentage",
        "{'within': '6h', 'objective': true} | fresh.objective | must be text",
        "{'within': '6h', 'objektive': '1%'} | fresh.objektive | is not a known field",
        "6 | fresh | must be a mapping",
      })
  void whatIsNoPromiseIsRefusedByFieldValueAndReason(String json, String field, String reason) {
    FieldErrors errors = new FieldErrors();
    read(json, errors);
    List<FieldError> found = assertThrows(InvalidInputException.class, errors::throwIfAny).errors();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).field()).isEqualTo(field);
    assertThat(found.get(0).reason()).contains(reason);
  }

  @Test
  void withoutTheFieldNothingIsPromised() {
    assertThat(
            FreshPromiseReader.read(InputNode.root(JsonDocument.object("{}"), new FieldErrors())))
        .isNull();
  }

  private static FreshPromise read(String fresh, FieldErrors errors) {
    String json = "{\"fresh\": " + fresh.replace('\'', '"') + "}";
    JsonNode document = JsonDocument.object(json);
    return FreshPromiseReader.read(InputNode.root(document, errors));
  }
}
