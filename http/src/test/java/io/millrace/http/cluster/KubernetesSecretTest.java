package io.millrace.http.cluster;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.patchRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.millrace.http.settings.StartException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a pod asks of Kubernetes before its node starts. */
class KubernetesSecretTest {
  private static final String PATH = "/api/v1/namespaces/n/secrets/millrace-cluster";
  private static final String EMPTY = "{\"metadata\": {\"resourceVersion\": \"7\"}}";
  private static final String FILLED =
      "{\"metadata\": {\"resourceVersion\": \"8\"}, \"data\": {\"secret\": \"c2VjcmV0\"}}";

  @RegisterExtension
  static final WireMockExtension KUBERNETES =
      WireMockExtension.newInstance().options(wireMockConfig().dynamicPort()).build();

  private final KubernetesSecret secret =
      new KubernetesSecret(
          HttpClient.newHttpClient(), URI.create(KUBERNETES.baseUrl() + PATH), "the-token");

  private static void has(String object) {
    KUBERNETES.stubFor(
        get(urlEqualTo(PATH))
            .withHeader("Authorization", equalTo("Bearer the-token"))
            .willReturn(okJson(object)));
  }

  private static void takes(int status) {
    KUBERNETES.stubFor(patch(urlEqualTo(PATH)).willReturn(aResponse().withStatus(status)));
  }

  @Test
  void anObjectWithoutASecretGetsARandomOneThatANodeTakes() throws Exception {
    has(EMPTY);
    takes(200);
    assertThat(secret.makeIfMissing()).isTrue();
    assertThat(secret.makeIfMissing()).isTrue();
    Set<String> made = new HashSet<>();
    for (var request : KUBERNETES.findAll(patchRequestedFor(urlEqualTo(PATH)))) {
      assertThat(request.getHeader("Content-Type")).isEqualTo("application/merge-patch+json");
      JsonNode change = new ObjectMapper().readTree(request.getBodyAsString());
      assertThat(change.at("/metadata/resourceVersion").asText()).isEqualTo("7");
      byte[] value = Base64.getDecoder().decode(change.at("/data/secret").asText());
      made.add(new String(value, StandardCharsets.US_ASCII));
    }
    assertThat(made).hasSize(2).allSatisfy(text -> ClusterSecret.of(text, "made"));
  }

  @Test
  void aSecretThatIsThereStays() {
    has(FILLED);
    assertThat(secret.makeIfMissing()).isFalse();
    KUBERNETES.verify(0, patchRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void ofTwoPodsAtOnceTheSecondTakesTheSecretOfTheFirst() {
    KUBERNETES.stubFor(
        get(urlEqualTo(PATH))
            .inScenario("race")
            .whenScenarioStateIs(Scenario.STARTED)
            .willSetStateTo("filled by another")
            .willReturn(okJson(EMPTY)));
    KUBERNETES.stubFor(
        get(urlEqualTo(PATH))
            .inScenario("race")
            .whenScenarioStateIs("filled by another")
            .willReturn(okJson(FILLED)));
    takes(409);
    assertThat(secret.makeIfMissing()).isFalse();
    KUBERNETES.verify(1, patchRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void whoMayNotIsToldWhatIsMissing() {
    has(EMPTY);
    takes(403);
    assertThatThrownBy(secret::makeIfMissing)
        .isInstanceOf(StartException.class)
        .hasMessageContaining("403")
        .hasMessageContaining("millrace-cluster")
        .hasMessageNotContaining("the-token");
  }
}
