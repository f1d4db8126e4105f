package io.millrace.http;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.credential.DefinitionText;
import io.millrace.engine.credential.DefinitionText.Kind;
import io.millrace.engine.job.JobDocument;

/** Definitions as a caller may see them: whole, or without the credentials in them. */
enum DefinitionView {
  WHOLE,
  MASKED;

  private static final String RUN = "run";

  static DefinitionView of(HttpRequest request) {
    return Access.caller(request).role() == Role.ADMIN ? WHOLE : MASKED;
  }

  /** The sources, as they were written. */
  String sources(String document) {
    return this == WHOLE ? document : DefinitionText.maskedYaml(document, Kind.SOURCES);
  }

  /** A job, as it was written. */
  JobDocument job(JobDocument document) {
    if (this == WHOLE) {
      return document;
    }
    String text = document.text();
    return new JobDocument(
        document.isJson()
            ? DefinitionText.maskedJson(text, Kind.JOB)
            : DefinitionText.maskedYaml(text, Kind.JOB),
        document.mediaType());
  }

  /** The steps of a job. */
  JsonNode steps(JsonNode steps) {
    if (this == WHOLE || !steps.isArray()) {
      return steps;
    }
    ArrayNode shown = Json.MAPPER.createArrayNode();
    steps.forEach(step -> shown.add(withRun(step)));
    return shown;
  }

  private JsonNode withRun(JsonNode step) {
    return step instanceof ObjectNode fields && fields.has(RUN)
        ? fields.deepCopy().set(RUN, run(fields.get(RUN)))
        : step;
  }

  JsonNode run(JsonNode run) {
    return this == WHOLE
        ? run
        : Json.MAPPER.valueToTree(
            CredentialMask.maskedRun(Json.MAPPER.convertValue(run, Object.class)));
  }
}
