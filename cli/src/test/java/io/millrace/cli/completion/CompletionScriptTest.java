package io.millrace.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.cli.TestShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real shells load the scripts and complete with them. .ci/run installs the shells. */
@Timeout(60)
class CompletionScriptTest {
  @TempDir Path dir;

  private Path script(String shell) throws IOException {
    TestShell own = new TestShell(dir);
    assertThat(own.run("completion", shell)).isZero();
    return Files.writeString(dir.resolve("completion." + shell), own.out());
  }

  private List<String> run(String... command) throws Exception {
    assumeTrue(isInstalled(command[0]), command[0] + " is not installed");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", dir.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(lines.toString()).isZero();
    return lines;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** As bash calls it: the words, the one under the cursor, and the whole line. */
  private static String bash(Path script, String line) {
    int last = line.split(" ").length - 1;
    return ("source %s; COMP_LINE='%s'; COMP_WORDS=(%s); COMP_CWORD=%d;"
            + " _complete_millrace 2>/dev/null; printf '%%s\\n' ${COMPREPLY[@]}")
        .formatted(script, line, line, last);
  }

  @Test
  void bashCompletesCommandsKindsAndOptions() throws Exception {
    Path script = script("bash");
    assertThat(run("bash", "-c", bash(script, "millrace exp")))
        .containsExactly("explain", "export");
    assertThat(run("bash", "-c", bash(script, "millrace get user")))
        .contains("users", "user-sites");
    assertThat(run("bash", "-c", bash(script, "millrace get tasks --sta"))).contains("--status");
    assertThat(run("bash", "-c", "source " + script + "; complete -p millrace").get(0))
        .contains("_complete_millrace");
  }

  @Test
  void zshLoadsTheScript() throws Exception {
    Path script = script("zsh");
    assertThat(run("zsh", "-f", "-c", "source %s && echo $_comps[millrace]".formatted(script)))
        .anyMatch(line -> line.contains("_complete_millrace") || line.contains("_bash_complete"));
  }

  /** A shell in a terminal of its own: each line gets a tab, and is then printed. */
  @Test
  void zshCompletesCommandsKindsAndOptions() throws Exception {
    Path driver =
        Files.writeString(
            dir.resolve("type.zsh"),
            """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; source $1; print loa''ded"
            zpty -r shell line '*loaded*'
            for words in "${@:2}"; do
              zpty -w -n shell "$words"$'\\t'
              zpty -w shell $'\\C-aprint -r -- done:'
              zpty -r shell line $'*\\ndone:*\\n'
              print -r -- "${line##*$'\\n'done:}"
            done
            zpty -d shell
            """);
    assertThat(
            run(
                "zsh",
                "-f",
                driver.toString(),
                script("zsh").toString(),
                "millrace expl",
                "millrace get user-s",
                "millrace get tasks --stat"))
        .map(String::strip)
        .filteredOn(line -> !line.isEmpty())
        .containsExactly(
            "millrace explain", "millrace get user-site", "millrace get tasks --status");
  }

  @Test
  void fishCompletesCommandsKindsAndOptions() throws Exception {
    Path script = script("fish");
    String load = "source %s; complete -C '%s'";
    assertThat(run("fish", "-c", load.formatted(script, "millrace ex")))
        .anyMatch(line -> line.startsWith("explain\tSays why"));
    assertThat(run("fish", "-c", load.formatted(script, "millrace get user")))
        .anyMatch(line -> line.startsWith("user-sites\t"));
    assertThat(run("fish", "-c", load.formatted(script, "millrace get tasks --sta")))
        .anyMatch(line -> line.startsWith("--status\t"));
    assertThat(run("fish", "-c", load.formatted(script, "millrace get tasks ")))
        .noneMatch(line -> line.startsWith("explain"));
  }
}
