package io.millrace.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The suite as a program of its own that gives way to all others. So the measurements beside it
 * show the node, not the attacker.
 */
final class SuiteProcess {
  /** When an attack took place. */
  record AttackSpan(long from, long to) {}

  /** A row of the table, as it is said when an attack is over. */
  private static final Pattern OVER = Pattern.compile("  (\\S+) +[\\d,]+ +([\\d.]+) +\\d+ .*");

  private static final int LONGEST_MINUTES = 20;

  private final Process process;
  private final Map<String, AttackSpan> attacks = new LinkedHashMap<>();

  private SuiteProcess(Process process) {
    this.process = process;
  }

  /**
   * @param options of the parent process; a token there belongs to another node
   */
  static SuiteProcess start(List<String> arguments, HostileOptions options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "nice",
                "-n",
                "19",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:TieredStopAtLevel=1", // it hardly works itself
                "-cp",
                System.getProperty("java.class.path"),
                Hostile.class.getName()));
    command.addAll(arguments);
    for (String option : List.of("--seed", "--size", "--only")) {
      if (options.given().containsKey(option)) {
        command.addAll(List.of(option, options.given().get(option)));
      }
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MILLRACE_ADMIN_TOKEN", AttackedNode.TOKEN);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-the-suite"));
    CompletableFuture.delayedExecutor(LONGEST_MINUTES, TimeUnit.MINUTES).execute(process::destroy);
    return new SuiteProcess(process);
  }

  /** Prints what it says until its end; whether everything held. */
  boolean await() throws Exception {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(line);
        Matcher over = OVER.matcher(line);
        if (over.matches()) {
          long now = System.nanoTime();
          long took = (long) (Double.parseDouble(over.group(2)) * 1e9);
          attacks.put(over.group(1), new AttackSpan(now - took, now));
        }
      }
    }
    return process.waitFor() == 0;
  }

  Map<String, AttackSpan> attacks() {
    return attacks;
  }
}
