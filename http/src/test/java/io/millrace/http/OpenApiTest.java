package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Role;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What /openapi.yaml says is what there is; {@link RoleTest} says the same of the node itself. */
public class OpenApiTest {
  public static final JsonNode DOCUMENT = read();
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  private static JsonNode read() {
    try (InputStream in = OpenApiTest.class.getResourceAsStream("/page/openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException wrong) {
      throw new AssertionError(wrong);
    }
  }

  static Stream<EndpointSample> endpoints() {
    return EndpointSample.ALL.stream();
  }

  @Test
  void itIsOfOpenApi31() {
    assertThat(DOCUMENT.path("openapi").asText()).startsWith("3.1");
  }

  @Test
  void everyRouteIsInItAndTheOtherWayRound() {
    Set<String> described = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : DOCUMENT.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> one : path.getValue().properties()) {
        if (METHODS.contains(one.getKey())) {
          described.add(one.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    assertThat(described)
        .isEqualTo(
            endpoints()
                .map(EndpointSample::toString)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void aRouteHasTheParametersBodyAndRolesThatItHas(EndpointSample endpoint) {
    JsonNode path = DOCUMENT.path("paths").path(endpoint.path());
    JsonNode operation = path.path(endpoint.method().toLowerCase(Locale.ROOT));
    assertThat(names(path.path("parameters"), "path"))
        .as("in the path")
        .isEqualTo(
            Arrays.stream(endpoint.path().split("/"))
                .filter(segment -> segment.startsWith("{"))
                .map(segment -> segment.substring(1, segment.length() - 1))
                .collect(Collectors.toSet()));
    assertThat(names(operation.path("parameters"), "query"))
        .as("in the query")
        .isEqualTo(
            Arrays.stream(endpoint.query().split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.substring(0, pair.indexOf('=')))
                .collect(Collectors.toSet()));
    assertThat(fields(operation)).as("in the body").isEqualTo(bodyFields(endpoint));
    assertThat(roles(operation))
        .isEqualTo(endpoint.roles().stream().map(Role::text).collect(Collectors.toSet()));
  }

  private static Set<String> names(JsonNode parameters, String place) {
    Set<String> names = new TreeSet<>();
    parameters.forEach(
        parameter -> {
          if (parameter.path("in").asText().equals(place)) {
            names.add(parameter.path("name").asText());
          }
        });
    return names;
  }

  private static Set<String> fields(JsonNode operation) {
    Set<String> fields = new TreeSet<>();
    operation
        .path("requestBody")
        .path("content")
        .forEach(
            content -> content.at("/schema/properties").fieldNames().forEachRemaining(fields::add));
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

  private static Set<String> roles(JsonNode operation) {
    Set<String> roles = new TreeSet<>();
    operation.path("x-roles").forEach(role -> roles.add(role.asText()));
    return roles;
  }
}
