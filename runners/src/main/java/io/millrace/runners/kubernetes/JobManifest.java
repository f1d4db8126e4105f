package io.millrace.runners.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.millrace.engine.worker.Assignment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The Job of an attempt, and the Secret with its variables that hold secrets. The template of the
 * definition is below everything else.
 *
 * @param installation tells this Millrace apart from others that use the same cluster
 */
record JobManifest(
    Assignment assignment,
    KubernetesConfig config,
    JobVariables variables,
    KubernetesSettings settings,
    String installation) {
  static final String CONTAINER = "main";
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String MILLRACE = "millrace";
  static final String ATTEMPT = "millrace.io/attempt";
  static final String INSTALLATION = "millrace.io/installation";
  static final String TASK = "millrace.io/task";
  static final String ATTEMPT_NO = "millrace.io/attempt-no";

  /** Where Kubernetes expects the last words of a container: at most 4,096 bytes. */
  static final String OUTPUT = "/dev/termination-log";

  private static final Map<String, String> PULL =
      Map.of("missing", "IfNotPresent", "always", "Always", "never", "Never");

  static String name(UUID attempt) {
    return "millrace-" + attempt;
  }

  private String name() {
    return name(assignment.attemptUid());
  }

  String namespace() {
    return namespace(config, settings);
  }

  static String namespace(KubernetesConfig config, KubernetesSettings settings) {
    return config.namespace().orElse(settings.namespaces().get(0));
  }

  /** Values of labels have at most 63 letters, so the task is an annotation. */
  private Map<String, String> labels() {
    return Map.of(
        MANAGED_BY,
        MILLRACE,
        ATTEMPT,
        assignment.attemptUid().toString(),
        INSTALLATION,
        installation);
  }

  private Map<String, String> annotations() {
    return Map.of(TASK, assignment.taskId(), ATTEMPT_NO, Integer.toString(assignment.attemptNo()));
  }

  Job job(Instant now) {
    long left =
        Math.max(1, Duration.between(now, assignment.deadline()).plusMillis(999).toSeconds());
    return new JobBuilder()
        .withNewMetadata()
        .withName(name())
        .withNamespace(namespace())
        .withLabels(labels())
        .withAnnotations(annotations())
        .endMetadata()
        .withNewSpec()
        .withBackoffLimit(0)
        .withCompletions(1)
        .withParallelism(1)
        .withActiveDeadlineSeconds(left)
        .withTtlSecondsAfterFinished((int) settings.keep().toSeconds())
        .withTemplate(template())
        .endSpec()
        .build();
  }

  /** Belongs to the Job, so the cluster removes both together. */
  Secret secret(Job owner) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName(name())
        .withNamespace(namespace())
        .withLabels(labels())
        .addNewOwnerReference()
        .withApiVersion("batch/v1")
        .withKind("Job")
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .endOwnerReference()
        .endMetadata()
        .withType("Opaque")
        .withImmutable(true)
        .withStringData(variables.secret())
        .build();
  }

  boolean hasSecrets() {
    return !variables.secret().isEmpty();
  }

  private PodTemplateSpec template() {
    PodTemplateSpec below = PodTemplateRule.read(config.template()).orElseThrow();
    List<Container> containers = new ArrayList<>();
    List<Container> initContainers = new ArrayList<>();
    Container main = new Container();
    if (below.getSpec() != null) {
      for (Container container : below.getSpec().getContainers()) {
        if (CONTAINER.equals(container.getName())) {
          main = container;
        } else {
          containers.add(limited(container));
        }
      }
      initContainers.addAll(
          below.getSpec().getInitContainers().stream().map(this::limited).toList());
    }
    containers.add(0, container(main));
    PodTemplateSpecBuilder builder = new PodTemplateSpecBuilder(below);
    var spec =
        builder
            .editOrNewMetadata()
            .addToLabels(labels())
            .addToAnnotations(annotations())
            .endMetadata()
            .editOrNewSpec()
            .withRestartPolicy("Never")
            .withTerminationGracePeriodSeconds(settings.grace().toSeconds())
            .addToNodeSelector(config.nodeSelector())
            .withInitContainers(initContainers)
            .withContainers(containers);
    if (config.serviceAccount().isPresent()) {
      spec = spec.withServiceAccountName(config.serviceAccount().get());
    } else if (below.getSpec() == null
        || below.getSpec().getAutomountServiceAccountToken() == null) {
      spec = spec.withAutomountServiceAccountToken(false);
    }
    return spec.endSpec().build();
  }

  private Container container(Container below) {
    ContainerBuilder container =
        new ContainerBuilder(below)
            .withName(CONTAINER)
            .withImage(config.image())
            .withTerminationMessagePath(OUTPUT)
            .withTerminationMessagePolicy("File")
            .withResources(resources(below.getResources(), config.resources()))
            .withSecurityContext(userOf(security(below.getSecurityContext())))
            .withEnv(env(below.getEnv()));
    config.pull().ifPresent(word -> container.withImagePullPolicy(PULL.get(word)));
    config.workdir().ifPresent(container::withWorkingDir);
    if (!config.command().isEmpty()) {
      container.withCommand(config.command());
    }
    if (!config.args().isEmpty()) {
      container.withArgs(config.args());
    }
    return container.build();
  }

  /** A container beside the program has the same bounds. */
  private Container limited(Container beside) {
    return new ContainerBuilder(beside)
        .withResources(resources(beside.getResources(), Map.of()))
        .withSecurityContext(security(beside.getSecurityContext()))
        .build();
  }

  private ResourceRequirements resources(
      ResourceRequirements below, Map<String, Map<String, Quantity>> asked) {
    ResourceRequirements base = below == null ? new ResourceRequirements() : below;
    Map<String, Quantity> limits = new TreeMap<>(settings.limits());
    limits.putAll(base.getLimits());
    limits.putAll(asked.getOrDefault("limits", Map.of()));
    return new ResourceRequirementsBuilder(base)
        .withLimits(limits)
        .addToRequests(asked.getOrDefault("requests", Map.of()))
        .build();
  }

  private static SecurityContext security(SecurityContext below) {
    SecurityContext base = below == null ? new SecurityContext() : below;
    SecurityContextBuilder security = new SecurityContextBuilder(base);
    if (base.getAllowPrivilegeEscalation() == null && !Boolean.TRUE.equals(base.getPrivileged())) {
      security.withAllowPrivilegeEscalation(false);
    }
    return security.build();
  }

  private SecurityContext userOf(SecurityContext base) {
    SecurityContextBuilder security = new SecurityContextBuilder(base);
    config
        .user()
        .ifPresent(
            user -> {
              String[] ids = user.split(":");
              security.withRunAsUser(Long.valueOf(ids[0]));
              if (ids.length > 1) {
                security.withRunAsGroup(Long.valueOf(ids[1]));
              }
            });
    return security.build();
  }

  /** Variables of the template come first, so they replace none of the others. */
  private List<EnvVar> env(List<EnvVar> below) {
    Map<String, EnvVar> env = new TreeMap<>();
    below.forEach(variable -> env.put(variable.getName(), variable));
    variables
        .plain()
        .forEach(
            (name, value) ->
                env.put(
                    name, new EnvVarBuilder().withName(name).withValue(literal(value)).build()));
    variables
        .secret()
        .keySet()
        .forEach(
            name ->
                env.put(
                    name,
                    new EnvVarBuilder()
                        .withName(name)
                        .withNewValueFrom()
                        .withNewSecretKeyRef(name, name(), false)
                        .endValueFrom()
                        .build()));
    return List.copyOf(env.values());
  }

  /** Kubernetes would insert other variables at {@code $(NAME)}; {@code $$} stands for one sign. */
  private static String literal(String value) {
    return value.replace("$(", "$$(");
  }
}
