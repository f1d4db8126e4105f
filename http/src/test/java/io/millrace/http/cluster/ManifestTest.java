package io.millrace.http.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.millrace.http.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The manifests are what Kubernetes' own schema allows, and agree with the program's settings. */
class ManifestTest {
  private static final Path CONFIG = Path.of("..", "cluster-config");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "v1/ServiceAccount", ServiceAccount.class,
          "v1/Service", Service.class,
          "v1/Secret", Secret.class,
          "apps/v1/Deployment", Deployment.class,
          "rbac.authorization.k8s.io/v1/Role", Role.class,
          "rbac.authorization.k8s.io/v1/RoleBinding", RoleBinding.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class);

  private static final Map<Class<?>, Object> MANIFESTS = new LinkedHashMap<>();
  private static final List<String> UNKNOWN = new ArrayList<>();

  @BeforeAll
  static void read() throws IOException {
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class)
            .readValues(CONFIG.resolve("kubernetes/millrace.yaml").toFile())) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String kind = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
        assertThat(KINDS).containsKey(kind);
        Object typed = YAML.treeToValue(document, KINDS.get(kind));
        MANIFESTS.put(KINDS.get(kind), typed);
        unknownFields(kind, typed);
      }
    }
  }

  /** The classes of the schema gather what they do not know in additionalProperties. */
  private static void unknownFields(String path, Object typed) {
    if (typed instanceof List<?> list) {
      list.forEach(item -> unknownFields(path + "[]", item));
    } else if (typed != null && typed.getClass().getName().startsWith("io.fabric8")) {
      for (var method : typed.getClass().getMethods()) {
        if (method.getName().startsWith("get")
            && method.getParameterCount() == 0
            && !method.getName().equals("getClass")) {
          try {
            Object value = method.invoke(typed);
            if (method.getName().equals("getAdditionalProperties")) {
              ((Map<?, ?>) value).keySet().forEach(name -> UNKNOWN.add(path + "." + name));
            } else {
              unknownFields(path + "." + method.getName().substring(3), value);
            }
          } catch (ReflectiveOperationException fault) {
            throw new AssertionError(fault);
          }
        }
      }
    }
  }

  private static <T> T the(Class<T> kind) {
    return kind.cast(MANIFESTS.get(kind));
  }

  private static Container container() {
    return the(Deployment.class).getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  @Test
  void everyKindIsThereAndNoFieldIsUnknownToItsSchema() {
    assertThat(MANIFESTS.keySet()).containsExactlyInAnyOrderElementsOf(KINDS.values());
    assertThat(UNKNOWN).isEmpty();
  }

  @Test
  void everythingSelectsThePodsOfTheDeployment() {
    Map<String, String> labels =
        the(Deployment.class).getSpec().getTemplate().getMetadata().getLabels();
    assertThat(the(Deployment.class).getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(the(Service.class).getSpec().getSelector()).isEqualTo(labels);
    assertThat(the(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(the(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(the(Deployment.class).getSpec().getTemplate().getSpec().getServiceAccountName())
        .isEqualTo(the(ServiceAccount.class).getMetadata().getName())
        .isEqualTo(the(RoleBinding.class).getSubjects().get(0).getName());
    assertThat(the(RoleBinding.class).getRoleRef().getName())
        .isEqualTo(the(Role.class).getMetadata().getName());
  }

  @Test
  void portsAreThoseOfTheProgram() {
    Map<String, String> environment =
        Map.of("millrace.cluster.join", "kubernetes", "millrace.db.url", "jdbc:postgresql://x/y");
    Config config = Settings.load(ConfigFactory.parseMap(environment));
    Map<String, Integer> ports =
        container().getPorts().stream()
            .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
    assertThat(ports)
        .containsEntry("http", config.getInt("millrace.http.port"))
        .containsEntry("nodes", config.getInt("akka.remote.artery.canonical.port"))
        .containsEntry("management", config.getInt("akka.management.http.port"));
    assertThat(the(Service.class).getSpec().getPorts())
        .as("the service leads to the API and nowhere else")
        .allSatisfy(port -> assertThat(port.getTargetPort().getStrVal()).isEqualTo("http"));
  }

  @Test
  void everySettingInTheEnvironmentIsOneThatIsRead() throws IOException {
    Set<String> given =
        container().getEnv().stream()
            .map(EnvVar::getName)
            .filter(name -> name.startsWith("MILLRACE_"))
            .collect(Collectors.toCollection(TreeSet::new));
    String read =
        Files.readString(Path.of("..", "engine/src/main/resources/reference.conf"))
            + Files.readString(Path.of("src/main/resources/reference.conf"));
    assertThat(given).allSatisfy(name -> assertThat(read).contains("${?" + name + "}"));
    assertThat(given).contains("MILLRACE_DB_URL", "MILLRACE_NODE_HOST", "MILLRACE_JOIN");
  }

  @Test
  void aPodFillsTheSecretOfTheNodesBeforeItsNodeReadsItAndMayTouchNoOther() {
    assertThat(the(Secret.class).getMetadata().getName()).isEqualTo(KubernetesSecret.NAME);
    assertThat(the(Secret.class).getData()).as("it is made, not written down").isNullOrEmpty();
    assertThat(the(Secret.class).getStringData()).isNullOrEmpty();
    assertThat(the(Role.class).getRules())
        .filteredOn(rule -> rule.getResources().contains("secrets"))
        .singleElement()
        .satisfies(rule -> assertThat(rule.getVerbs()).containsExactly("get", "patch"))
        .satisfies(
            rule -> assertThat(rule.getResourceNames()).containsExactly(KubernetesSecret.NAME));
    Container first =
        the(Deployment.class).getSpec().getTemplate().getSpec().getInitContainers().get(0);
    assertThat(first.getArgs()).containsExactly("cluster-secret");
    assertThat(first.getImage()).isEqualTo(container().getImage());
    SecretKeySelector read =
        container().getEnv().stream()
            .filter(variable -> variable.getName().equals(ClusterSecret.ENVIRONMENT))
            .map(variable -> variable.getValueFrom().getSecretKeyRef())
            .findFirst()
            .orElseThrow();
    assertThat(read.getName()).isEqualTo(KubernetesSecret.NAME);
    assertThat(read.getKey()).isEqualTo(KubernetesSecret.KEY);
  }

  @Test
  void aNodeHasTimeToLeaveAndOnlyOneLeavesAtATime() {
    var deployment = the(Deployment.class).getSpec();
    Config config =
        Settings.load(ConfigFactory.parseMap(Map.of("millrace.cluster.join", "kubernetes")));
    long drain =
        config.getDuration("millrace.http.drain").toSeconds()
            + config.getDuration("millrace.worker.drain").toSeconds()
            + config
                .getDuration(
                    "akka.coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout")
                .toSeconds()
            + config
                .getDuration("akka.coordinated-shutdown.phases.cluster-exiting.timeout")
                .toSeconds()
            + config
                .getDuration("akka.coordinated-shutdown.phases.cluster-leave.timeout")
                .toSeconds();
    assertThat(deployment.getTemplate().getSpec().getTerminationGracePeriodSeconds())
        .isGreaterThan(drain);
    assertThat(deployment.getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal())
        .isZero();
    assertThat(container().getReadinessProbe().getHttpGet().getPath()).isEqualTo("/ready");
    assertThat(container().getLivenessProbe().getHttpGet().getPath()).isEqualTo("/alive");
  }
}
