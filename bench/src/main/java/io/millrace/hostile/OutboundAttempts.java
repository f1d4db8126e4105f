package io.millrace.hostile;

import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Has a node send requests: as callbacks of flow control, and as http runs of a job. */
final class OutboundAttempts implements AutoCloseable {
  private static final String REFUSED = "a closed address is refused when it is saved";
  private static final Set<String> OVER = Set.of("SUCCESS", "FAILED", "CANCELED");
  private static final Duration UNTIL_OVER = Duration.ofSeconds(20);

  private final AttackContext arena;
  private final Checklist checklist;
  private final ApiClient worker;
  private final List<String> channels = new ArrayList<>();

  OutboundAttempts(AttackContext arena, Checklist checklist) throws IOException {
    this.arena = arena;
    this.checklist = checklist;
    this.worker = arena.target().client(arena.belongings().token("worker", ""));
  }

  /** It must not even be saved. */
  void refused(String url) throws IOException {
    ApiAnswer callback = callback(url);
    checklist.check(REFUSED, callback.status() == 400, "callbackUrl " + url + ": " + callback);
    ApiAnswer run = check(url);
    checklist.check(REFUSED, run.status() == 400, "http run " + url + ": " + run);
  }

  ApiAnswer callback(String url) throws IOException {
    String token = AttackContext.newId();
    ApiAnswer answer =
        arena.counted(
            worker,
            "POST",
            "/flow-control/requests?wait=0s",
            "{\"executionName\": \"hostile_1\", \"taskToken\": \"%s\", \"pool\": \"%s\", \"callbackUrl\": \"%s\", \"lease\": \"30s\"}"
                .formatted(token, arena.name(), url));
    if (answer.isFine()) {
      channels.add(token);
    }
    return answer;
  }

  private ApiAnswer check(String url) throws IOException {
    String job =
        "id: %s%nproject: hostile%nname: check%nsteps:%n%s"
            .formatted(AttackContext.newId(), steps(List.of(url), "default"));
    return arena.counted(arena.admin(), "POST", "/jobs/check", job, ApiClient.YAML_TYPE);
  }

  private static String steps(List<String> urls, String pool) {
    StringBuilder steps = new StringBuilder();
    for (int i = 0; i < urls.size(); i++) {
      steps.append(
          "  - {name: s%d, run: {http: {url: \"%s\"}}, pool: %s, timeout: 15s}%n"
              .formatted(i, urls.get(i), pool));
    }
    return steps.toString();
  }

  /** Whatever of it can be saved is sent, and must fail. */
  void sent(List<String> urls) throws Exception {
    List<String> saved = new ArrayList<>();
    for (String url : urls) {
      callback(url);
      if (check(url).isFine()) {
        saved.add(url);
      }
    }
    if (!saved.isEmpty()) {
      run(saved);
    }
  }

  void run(List<String> urls) throws Exception {
    String job = AttackContext.newId();
    arena.belongings().job(job, "sender-" + job, steps(urls, arena.name()));
    List<String> tasks = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      String path = "/jobs/" + job + "/steps/s" + i + "/run";
      String body = "{\"logical_time\": \"2001-01-01T00:00:00Z\"}";
      tasks.add("/tasks/" + arena.counted(arena.admin(), "POST", path, body).text("task_id"));
    }
    for (int i = 0; i < urls.size(); i++) {
      failed(tasks.get(i), urls.get(i));
    }
  }

  private void failed(String task, String url) throws Exception {
    if (BoundedWait.until(
        UNTIL_OVER, () -> OVER.contains(arena.admin().get(task).text("status")))) {
      ApiAnswer shown = arena.admin().get(task);
      checklist.check(
          "a run to a closed address fails",
          shown.text("status").equals("FAILED"),
          url + ": " + shown);
    } else {
      arena.tally().note("addresses: " + url + " was not run: does this node run tasks itself?");
    }
  }

  /** Gives back the channels. */
  @Override
  public void close() throws IOException {
    for (String token : channels) {
      worker.post(
          "/flow-control/releases",
          "{\"taskToken\": \"%s\", \"pool\": \"%s\"}".formatted(token, arena.name()));
    }
  }
}
