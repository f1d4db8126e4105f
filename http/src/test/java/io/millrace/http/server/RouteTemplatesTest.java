package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.EndpointSample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTemplatesTest {
  private static final RouteTemplates API = RouteTemplates.ofTheApi();

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/tasks, /tasks",
    "/tasks/, /tasks",
    "/tasks/a_b_c, /tasks/{id}",
    "/jobs/check, /jobs/check",
    "/jobs/7c6e, /jobs/{id}",
    "/sources/a/collections/b/explain, /sources/{source}/collections/{collection}/explain",
    "/page/1f/app.js, unknown",
    "/wp-login.php, unknown",
    "/tasks/1/2/3, unknown"
  })
  void aPathBelongsToTheTemplateThatSpellsMostOfItOut(String path, String template) {
    List<String> segments = Stream.of(path.split("/")).filter(s -> !s.isEmpty()).toList();
    assertThat(API.templateOf(segments)).isEqualTo(template);
  }

  @Test
  void everyEndpointHasItsOwn() {
    assertThat(EndpointSample.ALL)
        .allSatisfy(
            endpoint ->
                assertThat(
                        API.templateOf(
                            Stream.of(endpoint.path("x").split("/"))
                                .filter(s -> !s.isEmpty())
                                .toList()))
                    .isEqualTo(endpoint.path()));
  }
}
