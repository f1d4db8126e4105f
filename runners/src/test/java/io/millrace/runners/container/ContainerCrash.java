package io.millrace.runners.container;

import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Container tasks on a real node that is killed with SIGKILL in the middle, and started again.
 * While it runs, each container writes the time into a file of its own, every few hundredths of a
 * second.
 */
public final class ContainerCrash {
  private static final String TOKEN = "crash-crash-crash-crash";
  private static final int CHANNELS = 8;
  private static final Pattern SOURCE = Pattern.compile("\"source\":\\s*\"s\\d+\"");
  private static final int READY_WITHIN_S = 300;
  private static final int PATIENCE_S = 600;

  private final PodmanEngine engine = PodmanEngine.shared();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Path home;
  private final int port;
  private Process node;

  /**
   * What happened.
   *
   * @param leftByTheKill containers that ran on when the node was dead
   * @param succeeded tasks whose last attempt succeeded
   * @param attempts containers that ran
   * @param overlaps tasks of which two containers ran at the same time
   * @param left containers at the end
   */
  public record Verdict(int leftByTheKill, int succeeded, int attempts, int overlaps, int left) {}

  /** The time that one container was seen, in seconds since the machine started. */
  private record Life(double from, double to) {}

  /**
   * @param home an empty folder
   */
  public ContainerCrash(Path home) throws IOException {
    this.home = home;
    this.port = FreePort.take();
    Files.createDirectories(home.resolve("ledger"));
    Files.writeString(
        home.resolve("node.conf"),
        """
        millrace.worker { slots = %1$d, heartbeat = 1s, container {
          host = "%2$s", network = none, networks = [none], mounts = ["%3$s"], memory = 32m } }
        millrace.flow.max-concurrency = %1$d
        """
            .formatted(CHANNELS, engine.address(), home.resolve("ledger")));
  }

  public Verdict run(int tasks, long seed) throws Exception {
    Random random = new Random(seed);
    try {
      start();
      send("PUT", "/sources", document(tasks, random));
      for (int i = 0; i < tasks; i++) {
        send("POST", "/tasks?source=s" + i + "&collection=c", "");
      }
      int killAt = tasks / 4 + random.nextInt(Math.max(1, tasks / 2));
      while (lives().size() < killAt && node.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      kill();
      int leftByTheKill = engine.containers().size();
      start();
      int succeeded = awaitSuccess(tasks);
      return verdict(leftByTheKill, succeeded);
    } finally {
      if (node != null) {
        node.destroy();
        node.onExit().orTimeout(60, TimeUnit.SECONDS).join();
      }
    }
  }

  private Verdict verdict(int leftByTheKill, int succeeded) throws IOException {
    Map<String, List<Life>> lives =
        lives().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    e -> e.getKey().replaceFirst("\\..*", ""),
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    int overlaps = (int) lives.values().stream().filter(ContainerCrash::overlap).count();
    int attempts = lives.values().stream().mapToInt(List::size).sum();
    return new Verdict(leftByTheKill, succeeded, attempts, overlaps, engine.containers().size());
  }

  private static boolean overlap(List<Life> lives) {
    List<Life> sorted = new ArrayList<>(lives);
    sorted.sort(Comparator.comparing(Life::from));
    return IntStream.range(1, sorted.size())
        .anyMatch(i -> sorted.get(i).from() <= sorted.get(i - 1).to());
  }

  private static String document(int tasks, Random random) {
    return IntStream.range(0, tasks)
        .mapToObj(
            i ->
                """
  s%1$d:
    collections:
      - name: c
        retry: {attempts: 20, delay: 1s}
        timeout: 5m
        run:
          container:
            image: %2$s
            mounts: ["%3$s:/ledger"]
            command: [sh, -c, 'i=0; while [ $i -lt %4$d ]; do cat /proc/uptime >> /ledger/s%1$d.$MILLRACE_ATTEMPT_UID; sleep 0.03; i=$((i+1)); done']
"""
                    .formatted(i, PodmanEngine.IMAGE, "LEDGER", 3 + random.nextInt(20)))
        .collect(Collectors.joining("", "sources:\n", ""));
  }

  private Map<String, Life> lives() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("ledger"))) {
      return files
          .filter(file -> file.toFile().length() > 0)
          .collect(Collectors.toMap(file -> file.getFileName().toString(), ContainerCrash::life));
    }
  }

  private static Life life(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return new Life(time(lines.get(0)), time(lines.get(lines.size() - 1)));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static double time(String uptime) {
    return Double.parseDouble(uptime.split(" ")[0]);
  }

  /** A busy machine takes its time. Only a task that is stuck takes so long. */
  private int awaitSuccess(int tasks) throws Exception {
    int done = 0;
    for (int second = 0; done < tasks && second < 2 * tasks + PATIENCE_S; second++) {
      TimeUnit.SECONDS.sleep(1);
      String tasksThatSucceeded = send("GET", "/history?status=SUCCESS&limit=1000", "");
      done =
          (int)
              SOURCE
                  .matcher(tasksThatSucceeded)
                  .results()
                  .map(MatchResult::group)
                  .distinct()
                  .count();
    }
    if (done < tasks) {
      System.err.println("Not all succeeded: " + send("GET", "/history?limit=1000", ""));
    }
    return done;
  }

  private void start() throws Exception {
    TestDatabase.shareBinaries(home.resolve("data"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx768m",
            "-XX:TieredStopAtLevel=1", // it does not live long
            "-cp",
            System.getProperty("java.class.path"),
            "io.millrace.http.Main");
    builder
        .environment()
        .putAll(
            Map.of(
                "MILLRACE_CONFIG", home.resolve("node.conf").toString(),
                "MILLRACE_DATA_DIR", home.resolve("data").toString(),
                "MILLRACE_HTTP_PORT", Integer.toString(port),
                "MILLRACE_ADMIN_TOKEN", TOKEN));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("node.log").toFile()));
    node = builder.start();
    for (int look = 0; look < 2 * READY_WITHIN_S && node.isAlive(); look++) {
      try {
        send("GET", "/ready", "");
        return;
      } catch (IOException notYet) {
        TimeUnit.MILLISECONDS.sleep(500);
      }
    }
    throw new IOException("the node is not ready: see " + home.resolve("node.log"));
  }

  private void kill() throws InterruptedException {
    node.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  private String send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("X-Admin-Token", TOKEN)
            .header("Content-Type", "application/yaml")
            .method(
                method,
                BodyPublishers.ofString(body.replace("LEDGER", home.resolve("ledger").toString())))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + answer.body());
    }
    return answer.body();
  }
}
