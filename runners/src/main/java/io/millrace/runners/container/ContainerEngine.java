package io.millrace.runners.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A Docker or Podman engine. Each call blocks. An engine that is away is an exception of the client
 * with an {@link IOException} as a cause.
 */
final class ContainerEngine implements AutoCloseable {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private final String address;
  private final Duration grace;
  private final DockerClient calls;
  private final DockerClient streams;

  ContainerEngine(String address, ContainerSettings settings) {
    this.address = address;
    this.grace = settings.grace();
    DefaultDockerClientConfig.Builder config =
        DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(address);
    if (!settings.tlsDir().isEmpty()) {
      config.withDockerTlsVerify(true).withDockerCertPath(settings.tlsDir());
    }
    this.calls = client(config.build(), settings.callWithin().plus(settings.grace()));
    this.streams = client(config.build(), null);
  }

  /**
   * @param within how long an answer may take; null for a stream, which may be silent for long
   */
  private static DockerClient client(DefaultDockerClientConfig config, @Nullable Duration within) {
    return DockerClientImpl.getInstance(
        config,
        new ZerodepDockerHttpClient.Builder()
            .dockerHost(config.getDockerHost())
            .sslConfig(config.getSSLConfig())
            .connectionTimeout(CONNECT_WITHIN)
            .responseTimeout(within)
            .build());
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
    return details.apply(calls.createContainerCmd(image)).exec().getId();
  }

  /** The labels of a container; empty if there is none of that name. */
  Optional<Map<String, String>> labels(String name) {
    try {
      Map<String, String> labels = calls.inspectContainerCmd(name).exec().getConfig().getLabels();
      return Optional.of(labels == null ? Map.of() : labels);
    } catch (NotFoundException gone) {
      return Optional.empty();
    }
  }

  /** Fetches an image. Ends early if the thread is interrupted. */
  void pull(String image) throws InterruptedException {
    streams.pullImageCmd(image).exec(new ImagePull()).await();
  }

  /** Puts files into a container that was not started yet. */
  void upload(String id, byte[] tar) {
    calls
        .copyArchiveToContainerCmd(id)
        .withRemotePath("/")
        .withTarInputStream(new ByteArrayInputStream(tar))
        .exec();
  }

  /** A file of a container as a tar; empty if there is no such file. */
  Optional<InputStream> download(String id, String path) {
    try {
      return Optional.of(calls.copyArchiveFromContainerCmd(id, path).exec());
    } catch (NotFoundException gone) {
      return Optional.empty();
    }
  }

  /** Returns when the engine sends what the container writes from now on. */
  void attach(String id, ContainerLog output) {
    streams
        .attachContainerCmd(id)
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .exec(output);
    try {
      output.begin().join();
    } catch (CompletionException refused) {
      throw refused.getCause() instanceof RuntimeException fault ? fault : refused;
    }
  }

  void start(String id) {
    calls.startContainerCmd(id).exec();
  }

  ContainerState state(String id) {
    return calls.inspectContainerCmd(id).exec().getState();
  }

  int awaitExit(String id) {
    return streams.waitContainerCmd(id).exec(new WaitContainerResultCallback()).awaitStatusCode();
  }

  /** Sends TERM, and KILL after the grace period. */
  void stop(String id) {
    try {
      calls.stopContainerCmd(id).withTimeout((int) Math.max(1, grace.toSeconds())).exec();
    } catch (NotFoundException | NotModifiedException over) {
      // It has ended by itself.
    }
  }

  /** Removes a container and its anonymous volumes, whether it runs or not. */
  void remove(String idOrName) {
    try {
      calls.removeContainerCmd(idOrName).withForce(true).withRemoveVolumes(true).exec();
    } catch (NotFoundException gone) {
      // Somebody else was faster.
    } catch (ConflictException underWay) {
      // Somebody else is doing it.
    }
  }

  /** All containers of any Millrace, running or not. */
  List<Container> list() {
    return calls
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(ContainerMark.INSTALLATION))
        .exec();
  }

  @Override
  public void close() throws IOException {
    calls.close();
    streams.close();
  }
}
