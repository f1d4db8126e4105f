package io.millrace.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A worker of a client library, as a process of its own that can be killed and frozen. */
final class TrialWorker {
  private static final String SCRIPT = "ledger_worker.py";

  /** From the root of the project, where commands run, or from the folder of a module. */
  private static final Path PYTHON =
      Stream.of("client/python/src", "../client/python/src")
          .map(Path::of)
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();

  /** The client libraries. Each has a queue of its own. */
  enum Kind {
    JAVA {
      @Override
      List<String> command(Path home) {
        return List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            LedgerWorker.class.getName());
      }
    },
    PYTHON {
      @Override
      List<String> command(Path home) {
        return List.of("python3", home.resolve(SCRIPT).toString());
      }
    };

    abstract List<String> command(Path home);

    String queue() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final ProcessBuilder builder;
  private Process process;

  private TrialWorker(ProcessBuilder builder) throws IOException {
    this.builder = builder;
    this.process = builder.start();
  }

  /** Puts into the folder what workers need there: the ledger, and the script of Python's. */
  static void prepare(Path home) throws IOException {
    Files.createFile(ledger(home));
    try (InputStream script = TrialWorker.class.getResourceAsStream(SCRIPT)) {
      Files.copy(Objects.requireNonNull(script), home.resolve(SCRIPT));
    }
  }

  /** The file in which each attempt that is begun has a line. */
  static Path ledger(Path home) {
    return home.resolve("ledger");
  }

  static TrialWorker start(Kind kind, String id, String url, String token, Path home)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(kind.command(home)));
    builder.command().addAll(List.of(url, id));
    builder.environment().put("MILLRACE_TOKEN", token);
    builder.environment().put("LEDGER", ledger(home).toString());
    builder.environment().put("PYTHONPATH", PYTHON.toAbsolutePath().normalize().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve(id + ".log").toFile()));
    return new TrialWorker(builder);
  }

  /** SIGKILL, and a new start, as by a supervisor. */
  void replace() throws IOException, InterruptedException {
    kill();
    process = builder.start();
  }

  /** SIGSTOP or SIGCONT. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }
}
