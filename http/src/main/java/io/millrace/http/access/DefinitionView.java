package io.millrace.http.access;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.credential.DefinitionMask;
import io.millrace.engine.credential.DefinitionMask.DefinitionKind;
import io.millrace.engine.job.JobDocument;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;

/** Definitions as a caller may see them: whole, or without the credentials in them. */
public enum DefinitionView {
  WHOLE,
  MASKED;

  private static final String RUN = "run";

  public static DefinitionView of(HttpRequest request) {
    return Caller.of(request).role() == Role.ADMIN ? WHOLE : MASKED;
  }

  /** The sources, as they were written. */
  public String sources(String document) {
    return this == WHOLE ? document : DefinitionMask.maskedYaml(document, DefinitionKind.SOURCES);
  }

  /** A job, as it was written. */
  public JobDocument job(JobDocument document) {
    if (this == WHOLE) {
      return document;
    }
    String text = document.text();
    return new JobDocument(
        document.isJson()
            ? DefinitionMask.maskedJson(text, DefinitionKind.JOB)
            : DefinitionMask.maskedYaml(text, DefinitionKind.JOB),
        document.mediaType());
  }

  /** The steps of a job. */
  public JsonNode steps(JsonNode steps) {
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

  public JsonNode run(JsonNode run) {
    return this == WHOLE
        ? run
        : Json.MAPPER.valueToTree(
            CredentialMask.maskedRun(Json.MAPPER.convertValue(run, Object.class)));
  }
}
