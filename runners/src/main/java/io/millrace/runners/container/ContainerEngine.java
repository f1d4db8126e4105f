package io.millrace.runners.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A Docker or Podman engine. Each call blocks, for a bounded time. An engine that is away is an
 * exception with an {@link IOException} or a {@link java.util.concurrent.TimeoutException} as a
 * cause.
 */
final class ContainerEngine implements AutoCloseable {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private final String address;
  private final Duration grace;
  private final Duration callWithin;
  private final BoundedCaller bounded;
  private final DockerHttpClient http;
  private final DockerClient calls;
  private final DockerClient streams;

  ContainerEngine(String address, ContainerSettings settings) {
    this.address = address;
    this.grace = settings.grace();
    this.callWithin = settings.callWithin().plus(settings.grace());
    this.bounded = new BoundedCaller(callWithin);
    DefaultDockerClientConfig.Builder config =
        DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(address);
    if (!settings.tlsDir().isEmpty()) {
      config.withDockerTlsVerify(true).withDockerCertPath(settings.tlsDir());
    }
    DefaultDockerClientConfig built = config.build();
    this.http = transport(built, callWithin);
    this.calls = DockerClientImpl.getInstance(built, http);
    this.streams = DockerClientImpl.getInstance(built, transport(built, null));
  }

  /**
   * @param within how long an answer may take; null for a stream, which may be silent for long
   */
  private static DockerHttpClient transport(
      DefaultDockerClientConfig config, @Nullable Duration within) {
    return new ZerodepDockerHttpClient.Builder()
        .dockerHost(config.getDockerHost())
        .sslConfig(config.getSSLConfig())
        .connectionTimeout(CONNECT_WITHIN)
        .responseTimeout(within)
        .build();
  }

  String address() {
    return address;
  }

  /**
   * Creates a container and returns its id.
   *
   * @throws NotFoundException if the engine does not have the image
   * @throws ConflictException if there is a container of that name
   */
  String create(String image, UnaryOperator<CreateContainerCmd> details) {
    CreateContainerCmd command = details.apply(calls.createContainerCmd(image));
    return bounded.call(() -> command.exec().getId());
  }

  /** The labels of a container; empty if there is none of that name. */
  Optional<Map<String, String>> labels(String name) {
    try {
      return Optional.of(
          bounded.call(
              () -> {
                Map<String, String> labels =
                    calls.inspectContainerCmd(name).exec().getConfig().getLabels();
                return labels == null ? Map.of() : labels;
              }));
    } catch (NotFoundException gone) {
      return Optional.empty();
    }
  }

  /** Fetches an image. That may take long, so {@link ImagePull#end} ends it early. */
  void pull(String image, ImagePull pull) throws InterruptedException {
    streams.pullImageCmd(image).exec(pull).await();
  }

  /** Puts files into a container that was not started yet. */
  void upload(String id, byte[] tar) {
    bounded.call(
        () ->
            calls
                .copyArchiveToContainerCmd(id)
                .withRemotePath("/")
                .withTarInputStream(new ByteArrayInputStream(tar))
                .exec());
  }

  /**
   * Whether a file of a container is there and empty. Podman takes a quarter of the time for this
   * that it takes for a download.
   */
  boolean isEmpty(String id, String path) {
    DockerHttpClient.Request request =
        DockerHttpClient.Request.builder()
            .method("HEAD")
            .path("/containers/" + id + "/archive?path=" + path)
            .build();
    return bounded.call(
        () -> {
          try (DockerHttpClient.Response answer = http.execute(request)) {
            return FileStat.isEmpty(answer.getHeaders());
          }
        });
  }

  /** The first bytes of a file of a container, as a tar; empty if there is no such file. */
  Optional<byte[]> download(String id, String path, int most) {
    try {
      return Optional.of(
          bounded.call(
              () -> {
                try (InputStream tar = calls.copyArchiveFromContainerCmd(id, path).exec()) {
                  return tar.readNBytes(most);
                } catch (IOException broken) {
                  throw new UncheckedIOException(broken);
                }
              }));
    } catch (NotFoundException gone) {
      return Optional.empty();
    }
  }

  /**
   * Returns when the engine sends what the container writes from now on. For a container that was
   * not started yet.
   */
  void attach(String id, ContainerLog output) {
    streams
        .attachContainerCmd(id)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .exec(output);
    awaitBegin(output);
  }

  /**
   * Asks for what the container writes from now on, and returns at once: Podman does not answer
   * before the container writes. Unlike {@link #attach} it may be called at any time: Podman makes
   * a container that has ended new if somebody attaches.
   */
  void follow(String id, ContainerLog output) {
    streams
        .logContainerCmd(id)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .withTail(0)
        .exec(output);
  }

  private void awaitBegin(ContainerLog output) {
    bounded.call(
        () -> {
          try {
            return output.begin().join();
          } catch (CompletionException refused) {
            throw refused.getCause() instanceof RuntimeException fault ? fault : refused;
          }
        });
  }

  void start(String id) {
    bounded.call(calls.startContainerCmd(id)::exec);
  }

  ContainerState state(String id) {
    return bounded.call(() -> calls.inspectContainerCmd(id).exec().getState());
  }

  /** Sends TERM, and KILL after the grace period. */
  void stop(String id) {
    try {
      int seconds = (int) Math.max(1, grace.toSeconds());
      bounded.call(calls.stopContainerCmd(id).withTimeout(seconds)::exec);
    } catch (NotFoundException | NotModifiedException over) {
      // It has ended by itself.
    }
  }

  /** Removes a container at once. Podman alone would wait ten seconds for one that ignores TERM. */
  void destroy(String idOrName) {
    try {
      bounded.call(calls.killContainerCmd(idOrName)::exec);
    } catch (DockerException over) {
      // It does not run, or it ends with its removal.
    }
    remove(idOrName);
  }

  /** Removes a container that has ended, and its anonymous volumes. */
  void remove(String idOrName) {
    try {
      bounded.call(
          calls.removeContainerCmd(idOrName).withForce(true).withRemoveVolumes(true)::exec);
    } catch (NotFoundException gone) {
      // Somebody else was faster.
    } catch (ConflictException underWay) {
      // Somebody else is doing it.
    }
  }

  /** All containers of any Millrace, running or not. */
  List<Container> list() {
    return bounded.call(
        calls
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(ContainerMark.INSTALLATION))
            ::exec);
  }

  @Override
  public void close() throws IOException {
    bounded.close();
    calls.close();
    streams.close();
  }
}
