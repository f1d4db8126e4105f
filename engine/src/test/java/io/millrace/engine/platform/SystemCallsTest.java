package io.millrace.engine.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A child of a node inspects its parent, like any program of the same user. Root drops its powers.
 */
@EnabledOnOs(OS.LINUX)
class SystemCallsTest {
  private static final String SECRET = "the-admin-token-of-this-node";

  @Test
  void theEnvironmentAndTheMemoryOfAProcessAreClosedToItsChildren() throws Exception {
    assertThat(seenByAChild("open")).contains(SECRET).contains("can open the memory");
    assertThat(seenByAChild("closed"))
        .doesNotContain(SECRET)
        .doesNotContain("can open the memory")
        .contains("Permission denied")
        .contains("open files: ");
  }

  private static String seenByAChild(String how) throws Exception {
    List<String> command = new ArrayList<>();
    if (SystemCalls.isRoot()) {
      command.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Parent.class.getName(),
            how));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MILLRACE_ADMIN_TOKEN", SECRET);
    return output(builder);
  }

  private static String output(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Acts as the node first, then as a task. */
  static final class Parent {
    public static void main(String[] how) throws Exception {
      if (how[0].equals("closed")) {
        SystemCalls.denyInspection();
      }
      ProcessBuilder builder =
          new ProcessBuilder(
              "sh",
              "-c",
              "cat /proc/$PPID/environ; (: < /proc/$PPID/mem) && echo can open the memory");
      builder.environment().clear();
      System.out.println(output(builder.redirectErrorStream(true)));
      // The process itself still sees what its metrics need.
      System.out.println("open files: " + Path.of("/proc/self/fd").toFile().list().length);
    }
  }
}
