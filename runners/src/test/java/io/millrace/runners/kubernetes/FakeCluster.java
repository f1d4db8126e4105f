package io.millrace.runners.kubernetes;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMixedDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API server over real HTTP that holds what it is sent, and a machine that really runs the
 * programs of its pods.
 */
public final class FakeCluster implements AutoCloseable {
  static final String NAMESPACE = "jobs";

  /** Held, so that its level stays. */
  private static final Logger QUIET = Logger.getLogger("io.fabric8.mockwebserver");

  private static final Pattern LOG = Pattern.compile("/api/v1/namespaces/jobs/pods/([^/]+)/log.*");

  private final Map<String, ByteArrayOutputStream> logs = new ConcurrentHashMap<>();
  private final MockWebServer web = new MockWebServer();
  private final KubernetesMockServer server;
  final List<String> requests = new ArrayList<>();
  final KubernetesClient admin;

  /** An answer instead of the server's own; empty to let the server answer. */
  volatile Function<RecordedRequest, Optional<MockResponse>> trouble = request -> Optional.empty();

  public static FakeCluster start() {
    return new FakeCluster();
  }

  private FakeCluster() {
    QUIET.setLevel(Level.WARNING);
    Map<ServerRequest, Queue<ServerResponse>> none = new HashMap<>();
    Dispatcher store = new KubernetesMixedDispatcher(none);
    Dispatcher all =
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            synchronized (requests) {
              requests.add(request.getMethod() + " " + request.getPath());
            }
            Matcher log = LOG.matcher(request.getPath());
            Optional<MockResponse> broken = trouble.apply(request);
            if (broken.isPresent()) {
              return broken.get();
            }
            return log.matches() ? log(log.group(1)) : store.dispatch(request);
          }

          @Override
          public void shutdown() {
            store.shutdown();
          }
        };
    server = new KubernetesMockServer(new Context(), web, none, all, false);
    server.init(InetAddress.getLoopbackAddress(), 0);
    admin = KubernetesRunnerProvider.client(config());
  }

  public String address() {
    return "http://127.0.0.1:" + web.getPort();
  }

  /** Writes the file that says where this API server is. */
  public Path kubeconfig(Path dir) {
    try {
      return Files.writeString(
          dir.resolve("kubeconfig"),
          """
          apiVersion: v1
          kind: Config
          current-context: fake
          clusters: [{name: fake, cluster: {server: "%s"}}]
          users: [{name: fake, user: {}}]
          contexts: [{name: fake, context: {cluster: fake, user: fake, namespace: jobs}}]
          """
              .formatted(address()));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Where this API server is. */
  Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(address())
        .withNamespace(NAMESPACE)
        .build();
  }

  private MockResponse log(String pod) {
    ByteArrayOutputStream bytes = logs.get(pod);
    return bytes == null
        ? new MockResponse().setResponseCode(404)
        : new MockResponse().setResponseCode(200).setBody(bytes.toByteArray());
  }

  public Optional<Job> job(UUID attempt) {
    return Optional.ofNullable(
        admin.batch().v1().jobs().inNamespace(NAMESPACE).withName(JobManifest.name(attempt)).get());
  }

  Job awaitJob(UUID attempt) {
    await().atMost(Duration.ofSeconds(30)).until(() -> job(attempt).isPresent());
    return job(attempt).orElseThrow();
  }

  /** How many Jobs were ever made. */
  public long jobsMade() {
    synchronized (requests) {
      return requests.stream().filter(line -> line.startsWith("POST /apis/batch/")).count();
    }
  }

  /** Makes the pod of a Job, as the Job controller does. */
  public Pod pod(UUID attempt) {
    Job job = awaitJob(attempt);
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(job.getMetadata().getName() + "-x7k2p")
            .withNamespace(NAMESPACE)
            .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
            .endMetadata()
            .withSpec(job.getSpec().getTemplate().getSpec())
            .withStatus(new PodStatusBuilder().withPhase("Pending").build())
            .build();
    return admin.pods().inNamespace(NAMESPACE).resource(pod).create();
  }

  void status(Pod pod, PodStatus status) {
    admin
        .pods()
        .inNamespace(NAMESPACE)
        .withName(pod.getMetadata().getName())
        .editStatus(current -> new PodBuilder(current).withStatus(status).build());
  }

  void state(Pod pod, String phase, ContainerState state) {
    status(
        pod,
        new PodStatusBuilder()
            .withPhase(phase)
            .withContainerStatuses(
                new ContainerStatusBuilder()
                    .withName(JobManifest.CONTAINER)
                    .withState(state)
                    .build())
            .build());
  }

  public void running(Pod pod) {
    logs.put(pod.getMetadata().getName(), new ByteArrayOutputStream());
    state(
        pod, "Running", new ContainerStateBuilder().withNewRunning("2026-03-01T12:00:00Z").build());
  }

  /** The program of a pod writes this. */
  public void write(Pod pod, String text) {
    logs.get(pod.getMetadata().getName()).writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public void ended(Pod pod, int exitCode, String reason, String message) {
    state(
        pod,
        exitCode == 0 ? "Succeeded" : "Failed",
        new ContainerStateBuilder()
            .withNewTerminated()
            .withExitCode(exitCode)
            .withReason(reason)
            .withMessage(message)
            .endTerminated()
            .build());
  }

  /** Runs the program of a pod for real, with its variables, and reports how it ended. */
  public void runForReal(Pod pod, Path dir) throws IOException, InterruptedException {
    running(pod);
    Path output = Files.createTempFile(dir, "termination", ".log");
    var container = pod.getSpec().getContainers().get(0);
    List<String> command = new ArrayList<>(container.getCommand());
    command.addAll(container.getArgs());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    for (EnvVar variable : container.getEnv()) {
      builder.environment().put(variable.getName(), value(variable));
    }
    builder.environment().put("MILLRACE_OUTPUT", output.toString());
    if (container.getWorkingDir() != null) {
      builder.directory(new File(container.getWorkingDir()));
    }
    Process process = builder.start();
    try (InputStream in = process.getInputStream()) {
      in.transferTo(logs.get(pod.getMetadata().getName()));
    }
    int exit = process.waitFor();
    String message = Files.readString(output);
    ended(pod, exit, exit == 0 ? "Completed" : "Error", message.isEmpty() ? null : message);
  }

  private String value(EnvVar variable) {
    if (variable.getValueFrom() == null) {
      return variable.getValue().replace("$$(", "$(");
    }
    var secret = variable.getValueFrom().getSecretKeyRef();
    var stored = admin.secrets().inNamespace(NAMESPACE).withName(secret.getName()).get();
    return stored.getStringData() != null && stored.getStringData().containsKey(secret.getKey())
        ? stored.getStringData().get(secret.getKey())
        : new String(
            Base64.getDecoder().decode(stored.getData().get(secret.getKey())),
            StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    admin.close();
    server.destroy();
  }
}
