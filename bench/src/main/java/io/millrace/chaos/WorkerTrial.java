package io.millrace.chaos;

import io.millrace.chaos.TrialWorker.Kind;
import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.EmbeddedDatabase;
import io.millrace.engine.serialization.EventSerializer;
import io.millrace.engine.sql.Statements;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code ./sbt "workers [TASKS [EACH [SEED]]]"}: tasks for workers of both client libraries. Some
 * of the workers are killed or frozen while the nodes are redeployed. Then all stored data is
 * checked.
 */
public final class WorkerTrial {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int MOST_MILLIS = 200;
  private static final int CALLERS = 4;

  /** More than the checker needs: no pool of the trial has a config of its own. */
  private static final int CHANNELS = 256;

  private final List<ChaosNode> nodes;
  private final DatabaseUrl database;
  private final Path home;
  private final Random random;
  private final List<TrialWorker> workers = new ArrayList<>();
  private int killed;
  private int frozen;

  private WorkerTrial(List<ChaosNode> nodes, DatabaseUrl database, Path home, Random random) {
    this.nodes = nodes;
    this.database = database;
    this.home = home;
    this.random = random;
  }

  public static void main(String[] args) throws Exception {
    int tasks = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int each = args.length > 1 ? Integer.parseInt(args[1]) : 8;
    long seed = args.length > 2 ? Long.parseLong(args[2]) : CLOCK.millis();
    Path home = Files.createTempDirectory("millrace-workers");
    System.exit(run(home, 3, tasks, each, seed) ? 0 : 1);
  }

  /**
   * @param size how many nodes there are
   * @param each how many workers there are of each client library
   * @return whether every rule held
   */
  static boolean run(Path home, int size, int tasks, int each, long seed) throws Exception {
    say("workers: %,d tasks, %d workers of each kind, %d nodes, seed %d", tasks, each, size, seed);
    say("workers: logs in %s", home);
    boolean fine;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        ChaosNetwork network = ChaosNetwork.open(size, ChaosNode.NODE_PORT, ChaosNode.REAL_PORT)) {
      List<String> hosts = IntStream.rangeClosed(1, size).mapToObj(network::host).toList();
      int patience = ChaosCluster.FaultPace.SHORT.patience();
      List<ChaosNode> nodes =
          IntStream.rangeClosed(1, size)
              .mapToObj(i -> new ChaosNode(i, hosts, patience, home, database.url()))
              .toList();
      Random random = new Random(seed);
      ChaosCluster cluster =
          new ChaosCluster(nodes, network, database, random, ChaosCluster.FaultPace.SHORT);
      WorkerTrial trial = new WorkerTrial(nodes, database.url(), home, random);
      try {
        fine = trial.run(cluster, tasks, each);
      } finally {
        for (TrialWorker worker : trial.workers) {
          worker.kill();
        }
        for (ChaosNode node : nodes) {
          node.kill();
        }
      }
    }
    say("workers: seed %d: %s", seed, fine ? "ok" : "BROKEN");
    return fine;
  }

  private boolean run(ChaosCluster cluster, int tasks, int each) throws Exception {
    for (ChaosNode node : nodes) {
      node.start();
      ChaosLoad.pause(1_000);
    }
    cluster.awaitWhole(Duration.ofMinutes(3));
    nodes.get(0).send("PUT", "/sources", document(tasks));
    TrialWorker.prepare(home);
    startWorkers(each);
    long begin = System.nanoTime();
    List<Thread> meanwhile =
        List.of(
            new Thread(() -> queueAll(tasks), "queue"),
            new Thread(() -> deploy(cluster), "deploy"));
    meanwhile.forEach(Thread::start);
    boolean done = trouble(tasks);
    meanwhile.forEach(WorkerTrial::join);
    say(
        "  %d workers killed, %d frozen, every node replaced; %s after %d s",
        killed,
        frozen,
        done ? "all done" : "NOT ALL WAS DONE",
        Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    List<Finding> findings = findings(tasks);
    findings.forEach(System.out::println);
    return done && findings.stream().allMatch(Finding::isFine);
  }

  /** Each collection has one task. A worker that dies costs an attempt, and a retry follows. */
  private String document(int tasks) {
    return IntStream.range(0, tasks)
        .mapToObj(
            i ->
                ("      - {name: c%d, timeout: 5m, retry: {attempts: 50, delay: 0s}, run: {pull:"
                        + " {queue: %s, body: {n: %1$d, millis: %d}}}}\n")
                    .formatted(
                        i,
                        Kind.values()[i % Kind.values().length].queue(),
                        random.nextInt(MOST_MILLIS)))
        .collect(Collectors.joining("", "sources:\n  s:\n    collections:\n", ""));
  }

  private void startWorkers(int each) throws IOException {
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < each; i++) {
        String id = kind.queue() + "-" + i;
        ChaosNode node = nodes.get(i % nodes.size());
        String made =
            node.send("POST", "/tokens", "{\"name\": \"" + id + "\", \"role\": \"worker\"}").body();
        String token = Json.MAPPER.readTree(made).path("token").asText();
        workers.add(TrialWorker.start(kind, id, node.url(), token, home));
      }
    }
  }

  /** A request that a leaving node refuses is asked again at the next one. */
  private void queueAll(int tasks) {
    AtomicInteger next = new AtomicInteger();
    List<Thread> callers =
        IntStream.range(0, CALLERS).mapToObj(i -> new Thread(() -> queue(next, tasks))).toList();
    callers.forEach(Thread::start);
    callers.forEach(WorkerTrial::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void queue(AtomicInteger next, int tasks) {
    for (int task = next.getAndIncrement(); task < tasks; task = next.getAndIncrement()) {
      for (int tries = 0; ; tries++) {
        try {
          ChaosNode node = nodes.get((task + tries) % nodes.size());
          int status = node.send("POST", "/tasks?source=s&collection=c" + task, "").statusCode();
          if (status == 200 || status == 201) {
            break;
          }
        } catch (IOException away) {
          // the next one
        }
        ChaosLoad.pause(100);
      }
    }
  }

  private static void deploy(ChaosCluster cluster) {
    try {
      ChaosFault.ROLL.strike(cluster);
    } catch (Exception fault) {
      throw new IllegalStateException(fault);
    }
  }

  /** Kills and freezes workers in turn, until everything has ended. */
  private boolean trouble(int tasks) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (System.nanoTime() < end) {
      if (count("select count(distinct collection) from all_tasks where status = 'SUCCESS'")
          == tasks) {
        return true;
      }
      TrialWorker worker = workers.get(random.nextInt(workers.size()));
      if (killed <= frozen) {
        worker.replace();
        killed++;
      } else {
        worker.signal("STOP");
        ChaosLoad.pause(1_000L * (1 + random.nextInt(15)));
        worker.signal("CONT");
        frozen++;
      }
      ChaosLoad.pause(500L + random.nextInt(1_500));
    }
    return false;
  }

  private List<Finding> findings(int tasks) throws SQLException, IOException {
    List<Finding> findings =
        new ArrayList<>(
            new DatabaseChecker(database.dataSource(), CHANNELS, new EventSerializer()::fromBinary)
                .check(CLOCK.instant()));
    long lost =
        tasks - count("select count(distinct collection) from all_tasks where status = 'SUCCESS'");
    findings.add(new Finding("every task was done", tasks, lost, List.of()));
    List<String> begun = Files.readAllLines(TrialWorker.ledger(home));
    Set<String> once = new HashSet<>();
    List<String> twice = begun.stream().filter(uid -> !once.add(uid)).toList();
    findings.add(
        new Finding(
            "each attempt was begun once, by one worker",
            begun.size(),
            twice.size(),
            twice.subList(0, Math.min(5, twice.size()))));
    return findings;
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = database.connect()) {
      return new Statements(connection).number(sql);
    }
  }

  private static void say(String text, Object... values) {
    System.out.println(text.formatted(values));
  }
}
