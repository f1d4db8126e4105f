package io.millrace.runners.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real engine: Podman's service with its own storage, and an image with nothing but busybox. It
 * needs root, Debian's podman, runc and busybox-static.
 */
public final class PodmanEngine implements AutoCloseable {
  public static final String IMAGE = "localhost/busybox:1";

  private static final String[] APPLETS = {
    "cat", "dd", "echo", "env", "false", "id", "ls", "mkdir", "nc", "printf", "pwd", "seq", "sh",
    "sleep", "true", "wc"
  };

  private static PodmanEngine shared;

  private final Path home;
  private Process service;

  private PodmanEngine(Path home) {
    this.home = home;
  }

  /** The one of this JVM. Skips the test with a message where there cannot be one. */
  public static synchronized PodmanEngine shared() {
    for (String program : List.of("podman", "runc", "busybox")) {
      assumeTrue(isInstalled(program), "skipped: there is no " + program + " on this machine");
    }
    assumeTrue(
        System.getProperty("user.name").equals("root"), "skipped: Podman needs root for its test");
    if (shared == null) {
      try {
        shared = new PodmanEngine(Files.createTempDirectory("millrace-podman"));
        Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        shared.importImage();
        shared.start();
      } catch (IOException fault) {
        throw new UncheckedIOException(fault);
      }
    }
    return shared;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  public String address() {
    return "unix://" + home.resolve("podman.sock");
  }

  /** Starts the service, and returns when it answers. */
  public void start() throws IOException {
    List<String> command = command("system", "service", "--time=0", address());
    service =
        new ProcessBuilder(command)
            .directory(home.toFile()) // conmon may leave files where it starts
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()))
            .start();
    for (int i = 0; i < 600 && !Files.exists(home.resolve("podman.sock")); i++) {
      pause();
    }
  }

  /** Ends the service. Its containers run on, as after a restart of the engine. */
  public void stop() throws IOException {
    service.destroy();
    service.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    Files.deleteIfExists(home.resolve("podman.sock"));
  }

  /** Kills the service at once, as a crash would. Its containers run on. */
  public void kill() throws IOException {
    service.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    Files.deleteIfExists(home.resolve("podman.sock"));
  }

  /** Lets the service hang: it accepts connections, and does not answer. */
  public void freeze() throws IOException {
    run(List.of("kill", "-STOP", Long.toString(service.pid())));
  }

  public void thaw() throws IOException {
    run(List.of("kill", "-CONT", Long.toString(service.pid())));
  }

  public boolean isRunning() {
    return service.isAlive();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  private void importImage() throws IOException {
    Path bin = Files.createDirectories(home.resolve("rootfs/bin"));
    Files.createDirectories(home.resolve("rootfs/tmp"));
    Files.copy(Path.of("/bin/busybox"), bin.resolve("busybox"));
    bin.resolve("busybox").toFile().setExecutable(true, false);
    for (String applet : APPLETS) {
      Files.createSymbolicLink(bin.resolve(applet), Path.of("busybox"));
    }
    Path tar = home.resolve("rootfs.tar");
    run(List.of("tar", "-C", home.resolve("rootfs").toString(), "-cf", tar.toString(), "."));
    podman("import", tar.toString(), IMAGE);
  }

  /** Runs podman, and returns what it printed. */
  public String podman(String... arguments) throws IOException {
    return run(command(arguments));
  }

  private List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "podman",
                "--runtime=runc",
                "--storage-driver=vfs",
                "--cgroup-manager=cgroupfs",
                "--root=" + home.resolve("storage"),
                "--runroot=" + home.resolve("run"),
                "--tmpdir=" + home.resolve("tmp")));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes()).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(command + ": " + output);
    }
    return output;
  }

  /** The ids of all containers, running or not. */
  public List<String> containers() throws IOException {
    return podman("ps", "--all", "--quiet").lines().toList();
  }

  /** The ids of those that run. */
  public List<String> running() throws IOException {
    return podman("ps", "--quiet").lines().toList();
  }

  /** How many bytes the engine keeps of the logs of all containers. */
  public long logBytes() throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("storage"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ctr.log"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  /** Runs a script beside Millrace, and returns the id of its container, which stays. */
  public String runDetached(String script) throws IOException {
    return podman(
        "run",
        "--detach",
        "--network=none",
        "--ulimit=nofile=1024:1024",
        "--ulimit=nproc=512:512",
        IMAGE,
        "sh",
        "-c",
        script);
  }

  public void removeContainers() throws IOException {
    podman("rm", "--all", "--force", "--time=0");
  }

  @Override
  public void close() {
    try {
      removeContainers();
      stop();
      try (Stream<Path> files = Files.walk(home)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    } catch (IOException leftBehind) {
      System.err.println("Podman's files stay in " + home + ": " + leftBehind.getMessage());
    }
  }
}
