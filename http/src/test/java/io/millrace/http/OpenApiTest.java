package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.OpenApiDocument.Operation;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What /openapi.yaml says is what there is; {@link RoleTest} says the same of the node itself. */
class OpenApiTest {
  static Stream<EndpointSample> endpoints() {
    return EndpointSample.ALL.stream();
  }

  @Test
  void itIsOfOpenApi31() {
    assertThat(OpenApiDocument.ROOT.path("openapi").asText()).startsWith("3.1");
  }

  @Test
  void everyRouteIsInItAndTheOtherWayRound() {
    assertThat(OpenApiDocument.operations().stream().map(Operation::toString))
        .containsExactlyInAnyOrderElementsOf(endpoints().map(EndpointSample::toString).toList());
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void aRouteHasTheParametersBodyAndRolesThatItHas(EndpointSample endpoint) {
    Operation operation = OpenApiDocument.operation(endpoint.method(), endpoint.path());
    assertThat(names(operation, "path"))
        .as("in the path")
        .isEqualTo(
            Arrays.stream(endpoint.path().split("/"))
                .filter(segment -> segment.startsWith("{"))
                .map(segment -> segment.substring(1, segment.length() - 1))
                .collect(Collectors.toSet()));
    assertThat(names(operation, "query"))
        .as("in the query")
        .containsAll(
            Arrays.stream(endpoint.query().split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.substring(0, pair.indexOf('=')))
                .toList());
    assertThat(fields(operation)).as("in the body").containsAll(bodyFields(endpoint));
    assertThat(operation.roles())
        .containsExactlyInAnyOrderElementsOf(endpoint.roles().stream().map(Role::text).toList());
  }

  /** The limit that the endpoint declares. Only an import has none. */
  @ParameterizedTest
  @MethodSource("endpoints")
  void aBodyHasTheLimitThatItHas(EndpointSample endpoint) {
    JsonNode operation = OpenApiDocument.operation(endpoint.method(), endpoint.path()).json();
    boolean limited = operation.has("requestBody") && !endpoint.path().equals("/import");
    assertThat(operation.path("x-body-limit").asLong())
        .isEqualTo(limited ? declared(endpoint).body().most() : 0);
  }

  private static Endpoint declared(EndpointSample sample) {
    return ApiRoutes.ENDPOINTS.stream()
        .map(EndpointHandler::endpoint)
        .filter(it -> it.method().equals(sample.method()) && it.path().equals(sample.path()))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> names(Operation operation, String place) {
    return operation
        .parameters(place)
        .map(parameter -> parameter.path("name").asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> fields(Operation operation) {
    Set<String> fields = new TreeSet<>();
    for (JsonNode content : operation.json().at("/requestBody/content")) {
      OpenApiDocument.resolve(content.path("schema"))
          .path("properties")
          .fieldNames()
          .forEachRemaining(fields::add);
    }
    return fields;
  }

  private static Set<String> bodyFields(EndpointSample endpoint) {
    Set<String> fields = new TreeSet<>();
    if (endpoint.hasBody()) {
      try {
        Json.MAPPER.readTree(endpoint.body()).fieldNames().forEachRemaining(fields::add);
      } catch (IOException wrong) {
        throw new AssertionError(wrong);
      }
    }
    return fields;
  }
}
