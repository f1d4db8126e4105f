package io.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive: everything is in it, it can be repeated, and it needs a JRE and nothing else. */
class TarballTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @Test
  void theSameFilesGiveTheSameBytes() throws IOException {
    assertThat(Files.mismatch(BuiltPackages.tarball("once"), BuiltPackages.tarball("again")))
        .isEqualTo(-1);
  }

  @Test
  void itsEntriesSayNothingOfWhereAndWhenItWasMade() throws IOException {
    List<String> files = new ArrayList<>();
    Set<String> marks = new HashSet<>();
    try (InputStream file = Files.newInputStream(BuiltPackages.tarball("once"));
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.isFile()) {
          files.add(entry.getName());
        }
        marks.add(entry.getUserName() + " " + entry.getLongUserId() + " " + entry.getModTime());
      }
    }
    assertThat(marks).hasSize(1);
    assertThat(files).isSorted().allMatch(name -> name.matches("millrace-[^/]+/.+"));
    assertThat(files.stream().map(name -> name.replaceFirst("[^/]+/", "")))
        .contains("LICENSE", "LICENCES.md", "README.md", "bin/millrace", "systemd/millrace.service")
        .anyMatch(name -> name.matches("lib/io\\.millrace\\.millrace-http-.*\\.jar"))
        .noneMatch(name -> name.contains("darwin") || name.endsWith(".bat"));
  }

  private static Path unpacked(Path dir) throws Exception {
    run(dir, "tar", "-xzf", BuiltPackages.tarball("once").toAbsolutePath().toString());
    try (var folders = Files.list(dir)) {
      return folders.findFirst().orElseThrow();
    }
  }

  /** What docs/install.md promises. How long it takes is told, and never a reason to fail. */
  @Test
  void threeCommandsAreEnoughForAFirstRefresh(@TempDir Path dir) throws Exception {
    String script = BuiltPackages.ROOT.resolve("cluster-config/first-refresh").toString();
    ProcessBuilder builder =
        new ProcessBuilder(script, unpacked(dir).toString()).redirectErrorStream(true);
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().put("PATH", java + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_OPTS", "-Xmx512m");
    Process process = builder.start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    String end = lines.get(lines.size() - 1);
    assertThat(end).startsWith("first-refresh: ok after ");
    System.out.println("From the unpacked archive: " + end);
  }

  @Test
  void anUnpackedArchiveRunsAFirstRefreshWithAJreAlone(@TempDir Path dir) throws Exception {
    Path home = unpacked(dir);
    int port = FreePort.take();
    ProcessBuilder builder =
        new ProcessBuilder("bin/millrace")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("log").toFile());
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                java + ":/usr/bin:/bin",
                "MILLRACE_HTTP_PORT",
                Integer.toString(port),
                "MILLRACE_ADMIN_TOKEN",
                RunningNode.TOKEN,
                "JAVA_OPTS",
                "-Xmx512m -XX:TieredStopAtLevel=1"));
    Process process = builder.start();
    try {
      RunningNode node = new RunningNode(port);
      await()
          .atMost(PATIENCE)
          .failFast(Files.readString(dir.resolve("log")), () -> !process.isAlive())
          .until(node::isReady);
      String task = node.refresh();
      await().atMost(PATIENCE).until(() -> node.status(task).equals("SUCCESS"));
      process.destroy();
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isIn(0, 143);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void run(Path dir, String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(dir.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
