package io.millrace.engine.job;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import java.util.List;

/** Reads jobs, and the errors in them. */
abstract class JobReaderTestBase {

  static List<FieldError> errors(String yaml) {
    try {
      JobKit.good(yaml);
      return List.of();
    } catch (InvalidInputException refused) {
      return refused.errors();
    }
  }

  static Step step(String fields) {
    return JobKit.job(JobKit.yaml("j") + "  - {name: s, " + fields + "}\n").step("s").orElseThrow();
  }
}
