package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Two real nodes run programs on one machine. One of them is killed, and started again. */
@EnabledOnOs(OS.LINUX)
class LeftoverProgramTest {

  /** Two processes write down their numbers: a daemon that ignores TERM, and its parent. */
  private static final String SCRIPT =
      "trap '' TERM; (trap '' TERM; exec setsid sleep 1000 >/dev/null 2>&1) & echo $! >> %1$s;"
          + " echo $$ >> %1$s; while :; do sleep 1; done";

  private static Path run(NodeProcess node, Path dir) throws IOException {
    Path pids = dir.resolve("pids");
    String sources =
        """
        sources:
          s:
            collections:
              - {name: c, run: {process: {command: [sh, -c, "%s"], workdir: %s}}}
        """
            .formatted(SCRIPT.formatted(pids), dir);
    assertThat(node.client.put("/sources", sources).status()).isEqualTo(200);
    node.client.queue("s", "c");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
    return pids;
  }

  @Test
  void theProgramsOfAKilledNodeAreGoneAfterItsNextStartAndNobodyElses(@TempDir Path temp)
      throws Exception {
    Path dataDir = Files.createDirectory(temp.resolve("killed"));
    Path otherDir = Files.createDirectory(temp.resolve("other"));
    try (NodeProcess other =
        NodeProcess.start(
            otherDir, Map.of("MILLRACE_NODE_PORT", Integer.toString(FreePort.take())))) {
      List<String> others = Files.readAllLines(run(other, otherDir));
      NodeProcess node = NodeProcess.start(dataDir, Map.of());
      List<String> left;
      try {
        left = Files.readAllLines(run(node, dataDir));
      } finally {
        node.kill();
      }
      assertThat(left).allMatch(LeftoverProgramTest::isRunning);

      try (NodeProcess again = NodeProcess.start(dataDir, Map.of())) {
        assertThat(left).noneMatch(LeftoverProgramTest::isRunning);
        assertThat(again.log()).contains("that a killed node had left running");
        assertThat(others).hasSize(2).allMatch(LeftoverProgramTest::isRunning);
      }
    }
  }

  /** A zombie does not run. Only init removes it, and a container may have none. */
  private static boolean isRunning(String pid) {
    try {
      return !Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
    } catch (IOException gone) {
      return false;
    }
  }
}
