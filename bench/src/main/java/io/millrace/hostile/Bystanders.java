package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Those who do no harm and must not notice anything: people who ask for tasks and look at them, and
 * remote workers that run those tasks.
 */
final class Bystanders implements AutoCloseable {
  private static final int PER_CALLER = 5;
  private static final long HEARTBEAT_NANOS = Duration.ofSeconds(2).toNanos();
  private static final Instant FIRST_TIME = Instant.parse("2001-01-01T00:00:00Z");

  private final AttackTarget target;
  private final SuiteResources belongings;
  private final String title;
  private final String job = AttackContext.newId();
  private final FairRequests requests = new FairRequests();
  private final List<String> promised = new CopyOnWriteArrayList<>();
  private final Set<String> finished = ConcurrentHashMap.newKeySet();
  private final AtomicLong times = new AtomicLong();
  private volatile boolean callersStopped;
  private volatile boolean stopped;

  /**
   * @param title of their job; also what their workers' ids and their queue begin with
   */
  Bystanders(AttackTarget target, SuiteResources belongings, String title) {
    this.target = target;
    this.belongings = belongings;
    this.title = title;
  }

  void start(int workers, int perSecond, Random random) throws IOException {
    String queue = belongings.name() + "-" + title;
    belongings.job(
        job,
        title,
        "  - {name: s, run: {pull: {queue: %s}}, pool: %s, timeout: 5m}%n"
            .formatted(queue, belongings.name()));
    String people = belongings.token("operator", "");
    for (int i = 0; i < workers; i++) {
      String own = belongings.token("worker", ", \"queues\": [\"" + queue + "\"]");
      String id = queue + "-" + i;
      begin(id, () -> work(target.client(own), id, queue));
    }
    for (int i = 0; i < Math.max(1, perSecond / PER_CALLER); i++) {
      Random own = new Random(random.nextLong());
      begin("caller-" + i, () -> call(target.client(people), own));
    }
  }

  private static void begin(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** As a worker of the docs does: claim, heartbeat, finish. */
  private void work(ApiClient client, String id, String queue) {
    String worker = "/workers/" + id;
    String claim = worker + "/claims?wait=2s&queue=" + queue + "&pool=" + belongings.name();
    long beat = 0;
    while (!stopped) {
      ApiAnswer claimed = requests.send(client, "POST", claim, "", false);
      if (claimed == null) {
        BoundedWait.millis(200);
        continue;
      }
      for (JsonNode task : claimed.json().path("tasks")) {
        run(client, worker, task);
      }
      if (System.nanoTime() - beat > HEARTBEAT_NANOS) {
        beat = System.nanoTime();
        requests.send(client, "POST", worker + "/heartbeat", "{\"attempts\": []}", true);
      }
    }
  }

  private void run(ApiClient client, String worker, JsonNode task) {
    String uid = task.path("attempt_uid").asText();
    String id = task.path("task_id").asText();
    requests.send(client, "POST", worker + "/heartbeat", "{\"attempts\": [\"" + uid + "\"]}", true);
    String outcome = "{\"attempt_uid\": \"%s\", \"outcome\": \"success\"}".formatted(uid);
    if (requests.send(client, "POST", "/tasks/" + id + "/finish", outcome, true) != null) {
      finished.add(id);
    }
  }

  /** A fifth of the requests ask for a task, the others ask how things are. */
  private void call(ApiClient client, Random random) {
    long every = Duration.ofSeconds(1).toNanos() / PER_CALLER;
    long next = System.nanoTime() + random.nextInt((int) every);
    while (!callersStopped) {
      long wait = (next - System.nanoTime()) / 1_000_000;
      BoundedWait.millis(Math.max(0, wait));
      next += every;
      int draw = promised.isEmpty() ? 0 : random.nextInt(5);
      if (draw == 0) {
        ask(client);
      } else if (draw == 1) {
        requests.send(client, "GET", "/jobs/" + job, "", true);
      } else {
        String task = promised.get(random.nextInt(promised.size()));
        requests.send(client, "GET", "/tasks/" + task, "", true);
      }
    }
  }

  private void ask(ApiClient client) {
    Instant time = FIRST_TIME.plusSeconds(times.incrementAndGet());
    String body = "{\"logical_time\": \"" + time + "\"}";
    ApiAnswer answer = requests.send(client, "POST", "/jobs/" + job + "/steps/s/run", body, true);
    if (answer != null) {
      promised.add(answer.text("task_id"));
    }
  }

  FairRequests requests() {
    return requests;
  }

  /** Lets the workers end what was asked for, and says what did not hold. */
  List<Finding> end(ApiClient admin, Duration most) throws Exception {
    callersStopped = true;
    BoundedWait.until(most, () -> finished.containsAll(promised));
    Checklist checklist = new Checklist();
    for (String id : promised) {
      ApiAnswer task = admin.get("/tasks/" + id);
      checklist.check(
          "every task of a bystander was done, once",
          task.text("status").equals("SUCCESS") && task.json().path("attempt_no").asInt() == 1,
          id + ": " + task);
    }
    stopped = true;
    List<Finding> findings = new ArrayList<>(checklist.findings());
    findings.add(
        new Finding(
            "no request of a bystander failed",
            requests.number(),
            requests.failed(),
            requests.words()));
    return findings;
  }

  @Override
  public void close() {
    callersStopped = true;
    stopped = true;
  }
}
