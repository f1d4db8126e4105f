package io.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart, rendered by Helm itself. */
class ChartTest {
  private static final Path CHART = BuiltPackages.ROOT.resolve("cluster-config/helm/millrace");
  private static final Path MANIFESTS = BuiltPackages.ROOT.resolve("cluster-config/kubernetes");
  private static final YAMLMapper YAML = new YAMLMapper();

  private static TemplateCommand chart() {
    return new Helm(CHART.toAbsolutePath().normalize())
        .template()
        .withKubeVersion("1.30")
        .withName("millrace");
  }

  /** The objects by kind and name. */
  private static Map<String, JsonNode> objects(String yaml) throws IOException {
    Map<String, JsonNode> objects = new TreeMap<>();
    for (Object document : YAML.readerFor(JsonNode.class).readValues(yaml).readAll()) {
      if (document instanceof ObjectNode object && !object.isEmpty()) {
        String namespace = object.at("/metadata/namespace").asText();
        String name = object.at("/metadata/name").asText();
        objects.put(object.path("kind").asText() + " " + namespace + "/" + name, object);
      }
    }
    return objects;
  }

  private static JsonNode deployment(Map<String, JsonNode> objects) {
    return objects.get("Deployment /millrace");
  }

  @Test
  void withoutValuesItIsWhatTheManifestsAre() throws IOException {
    Map<String, JsonNode> rendered = objects(chart().call());
    JsonNode pod = deployment(rendered).at("/spec/template/spec");
    ObjectNode main = (ObjectNode) pod.at("/containers/0");
    assertThat(main.remove("imagePullPolicy").asText()).isEqualTo("IfNotPresent");
    ((ObjectNode) pod.at("/initContainers/0")).remove("imagePullPolicy");
    List<JsonNode> env = new ArrayList<>();
    main.withArray("env").forEach(env::add);
    assertThat(env.removeIf(variable -> variable.path("name").asText().equals("MILLRACE_SERVICE")))
        .as("the name of the release, which is millrace")
        .isTrue();
    main.set("env", sorted(env));

    Map<String, JsonNode> manifests = objects(Files.readString(MANIFESTS.resolve("millrace.yaml")));
    ObjectNode expected = (ObjectNode) deployment(manifests).at("/spec/template/spec/containers/0");
    List<JsonNode> expectedEnv = new ArrayList<>();
    expected.withArray("env").forEach(expectedEnv::add);
    expected.set("env", sorted(expectedEnv));
    assertThat(rendered).isEqualTo(manifests);
  }

  private static ArrayNode sorted(List<JsonNode> env) {
    ArrayNode sorted = YAML.createArrayNode();
    env.stream()
        .sorted(Comparator.comparing(variable -> variable.path("name").asText()))
        .forEach(sorted::add);
    return sorted;
  }

  @Test
  void jobsGetTheRightsOfTheManifestInTheirNamespaces() throws IOException {
    Map<String, JsonNode> rendered =
        objects(
            chart()
                .withNamespace("prod")
                .set("jobs.namespaces[0]", "jobs-a")
                .set("jobs.namespaces[1]", "jobs-b")
                .call());
    JsonNode role =
        objects(Files.readString(MANIFESTS.resolve("jobs.yaml"))).get("Role /millrace-jobs");
    for (String namespace : List.of("jobs-a", "jobs-b")) {
      assertThat(rendered.get("Role " + namespace + "/millrace-jobs").path("rules"))
          .isEqualTo(role.path("rules"));
      assertThat(
              rendered
                  .get("RoleBinding " + namespace + "/millrace-jobs")
                  .at("/subjects/0/namespace")
                  .asText())
          .isEqualTo("prod");
    }
    assertThat(rendered.get("ConfigMap /millrace").at("/data/millrace.conf").asText())
        .contains("millrace.worker.kubernetes.namespaces = [\"jobs-a\",\"jobs-b\"]");
    assertThat(deployment(rendered).at("/spec/template/spec").toString())
        .contains("/etc/millrace/millrace.conf");
  }

  @Test
  void everyValueHasItsPlace(@TempDir Path dir) throws IOException {
    Path values = dir.resolve("values.yaml");
    Files.writeString(
        values,
        """
image: {repository: registry.example/millrace, tag: "1.2", pullPolicy: Always, pullSecrets: [pull]}
replicas: 5
secret: mine
clusterSecret: ours
env: {MILLRACE_LOG: json}
config: "millrace.worker.slots = 7"
javaOptions: -Xmx1g
resources: {limits: {memory: 3Gi}}
service: {type: NodePort, port: 8081}
ingress: {enabled: true, className: nginx, host: m.example, tlsSecret: cert, annotations: {a: b}}
serviceAccount: {create: false, name: other}
disruptionBudget: {enabled: false}
networkPolicy: {enabled: false}
probes: {readiness: {periodSeconds: 9}}
nodeSelector: {disk: ssd}
tolerations: [{key: k, operator: Exists}]
podAnnotations: {team: x}
terminationGracePeriodSeconds: 200
""");
    Map<String, JsonNode> rendered =
        objects(chart().withName("west").withValuesFile(values).call());
    assertThat(rendered.keySet())
        .containsExactlyInAnyOrder(
            "ConfigMap /west",
            "Deployment /west",
            "Ingress /west",
            "Role /west-pods",
            "RoleBinding /west-pods",
            "Service /west");
    JsonNode pod = rendered.get("Deployment /west").at("/spec/template/spec");
    JsonNode main = pod.at("/containers/0");
    assertThat(rendered.get("Deployment /west").at("/spec/replicas").asInt()).isEqualTo(5);
    assertThat(main.path("image").asText()).isEqualTo("registry.example/millrace:1.2");
    assertThat(main.at("/resources/limits/memory").asText()).isEqualTo("3Gi");
    assertThat(main.at("/readinessProbe/periodSeconds").asInt()).isEqualTo(9);
    assertThat(main.path("env").toString())
        .contains(
            "\"name\":\"mine\"",
            "\"name\":\"ours\"",
            "\"value\":\"json\"",
            "\"-Xmx1g\"",
            "\"west\"");
    assertThat(pod.path("initContainers").isMissingNode()).isTrue();
    assertThat(pod.path("serviceAccountName").asText()).isEqualTo("other");
    assertThat(pod.toString()).contains("\"disk\":\"ssd\"", "\"pull\"", "\"Exists\"");
    assertThat(rendered.get("Ingress /west").toString())
        .contains("\"host\":\"m.example\"", "\"secretName\":\"cert\"", "\"nginx\"");
    rendered.values().forEach(ChartTest::assertKnown);
  }

  /** Kubernetes' own classes gather what they do not know. */
  private static void assertKnown(JsonNode object) {
    KubernetesSerialization json = new KubernetesSerialization();
    Object typed = json.unmarshal(object.toString());
    assertThat(typed).isInstanceOf(HasMetadata.class);
    assertThat(json.asJson(typed)).doesNotContain("additionalProperties");
  }

  @Test
  void helmFindsNothingWrongWithIt() {
    LintResult result = new Helm(CHART.toAbsolutePath().normalize()).lint().strict().call();
    assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "replicas, 1",
    "replicaCount, 3",
    "image.pullPolicy, Sometimes",
    "ingress.hosts, x",
    "terminationGracePeriodSeconds, 10"
  })
  void aWrongOrUnknownValueIsRefusedByItsName(String name, String value) {
    assertThatThrownBy(() -> chart().set(name, value).call())
        .hasMessageContaining(name.replaceFirst(".*\\.", ""));
  }

  @Test
  void itHasTheVersionOfTheBuild() throws IOException {
    JsonNode chart = YAML.readTree(CHART.resolve("Chart.yaml").toFile());
    assertThat(Files.readString(BuiltPackages.ROOT.resolve("build.sbt")))
        .contains("ThisBuild / version := \"" + chart.path("appVersion").asText());
    assertThat(chart.path("version")).isEqualTo(chart.path("appVersion"));
  }
}
