package io.millrace.http.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.cli.CliMain;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The live screen on a real terminal, as {@code script} makes one. */
@Timeout(120)
class TopScreenTest {
  /** It waits for a worker that never comes, so each look at it finds it. */
  private static final String WAITING =
      "sources: {bank: {collections: [{name: feed, run: {pull: {queue: nobody}}}]}}";

  @TempDir Path dir;

  /** q, and Ctrl-C. */
  @ParameterizedTest
  @ValueSource(chars = {'q', '\u0003'})
  void itShowsItselfAndLeavesTheTerminalAsItWas(char key) throws Exception {
    try (TestNode node = TestNode.start()) {
      assertThat(node.client.put("/sources", WAITING).status()).isEqualTo(200);
      String command =
          // The process that starts the tests may ignore SIGINT, and all programs would inherit
          // that.
          "stty rows 30 cols 100; env --default-signal=INT '%s' -XX:TieredStopAtLevel=1 -Dio.millrace.cli.terminals=012 -cp '%s' %s top; echo exit=$?; stty -a | grep -o -- '-\\?icanon'"
              .formatted(
                  Path.of(System.getProperty("java.home"), "bin", "java"),
                  System.getProperty("java.class.path"),
                  CliMain.class.getName());
      Path screen = dir.resolve("screen");
      ProcessBuilder builder =
          new ProcessBuilder("script", "-qfc", command, screen.toString())
              .redirectErrorStream(true)
              .redirectOutput(dir.resolve("said").toFile());
      builder.environment().put("MILLRACE_URL", CliKit.url(node));
      builder.environment().put("MILLRACE_TOKEN", TestNode.TOKEN);
      builder.environment().put("TERM", "xterm");
      builder.environment().put("SHELL", "/bin/bash"); // sh would die of Ctrl-C before it says more
      builder.environment().remove("NO_COLOR");
      Process process = builder.start();
      try {
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(
                () -> assertThat(text(screen)).contains("RUNNING", "pool default", "q quits"));
        node.client.queue("bank", "feed");
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(() -> assertThat(text(screen)).contains("  bank feed  "));
        process.getOutputStream().write(key);
        process.getOutputStream().flush();
        await() // for its last words: script itself may end later
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(() -> assertThat(text(screen)).contains("exit=0", "icanon"));
      } finally {
        process.destroy();
      }
      assertThat(text(screen))
          .contains("\u001b[?1049h") // another screen, and back
          .contains("\u001b[?1049l")
          .doesNotContain("-icanon");
    }
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
