package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** A worker's token at another worker's queue, id, attempt and project. */
final class ForeignWorker implements Attack {
  private static final String RULE = "what is another worker's is 403";
  private static final String SECRET = "a-secret-of-the-hostile-suite";

  @Override
  public String name() {
    return "workers";
  }

  @Override
  public String story() {
    return "one worker's token at another's queue, id, attempt, heartbeat and project secret";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String name = arena.name();
    String job = AttackContext.newId();
    arena.belongings().secret("key", SECRET);
    arena
        .belongings()
        .job(
            job,
            "owned",
            """
  - {name: plain, run: {pull: {queue: %1$s-a}}, pool: %1$s, timeout: 2m}
  - {name: sealed, run: {pull: {queue: %1$s-b}}, pool: %1$s, timeout: 2m, secrets: [key]}
"""
                .formatted(name));
    ApiClient ann = worker(arena, "a", "\"*\"");
    ApiClient ben = worker(arena, "b", "\"another project\"");
    run(arena, job, "plain");
    JsonNode task = claim(ann, name, "a").json().at("/tasks/0");
    checklist.check("the owner gets its task", !task.isMissingNode(), task);
    String uid = task.path("attempt_uid").asText();
    String at = "/tasks/" + task.path("task_id").asText();
    forbidden(
        arena, checklist, ben, "/workers/" + name + "-b-1/claims?wait=0s&queue=" + name + "-a", "");
    forbidden(
        arena, checklist, ben, "/workers/" + name + "-a-1/claims?wait=0s&queue=" + name + "-b", "");
    forbidden(arena, checklist, ben, "/workers/" + name + "-a-1/heartbeat", "{\"attempts\": []}");
    forbidden(
        arena,
        checklist,
        ben,
        "/workers/" + name + "-b-1/heartbeat",
        "{\"attempts\": [\"" + uid + "\"]}");
    forbidden(arena, checklist, ben, at + "/progress", report(uid, "\"percent\": 99"));
    forbidden(
        arena, checklist, ben, at + "/logs", report(uid, "\"lines\": [{\"message\": \"forged\"}]"));
    forbidden(arena, checklist, ben, at + "/finish", report(uid, "\"outcome\": \"success\""));
    ApiAnswer shown = arena.admin().get(at);
    checklist.check(
        "the task is as its owner left it",
        shown.text("status").equals("RUNNING") && shown.json().path("percent").isNull(),
        shown);
    ApiAnswer ended = ann.post(at + "/finish", report(uid, "\"outcome\": \"success\""));
    checklist.check("the owner can still end it", ended.isFine(), ended);
    sealed(arena, checklist, job, ben);
    return checklist.findings();
  }

  /** The queue is right and the project is not. */
  private static void sealed(AttackContext arena, Checklist checklist, String job, ApiClient ben)
      throws IOException {
    run(arena, job, "sealed");
    ApiAnswer nothing = claim(ben, arena.name(), "b");
    arena.tally().add(nothing.status());
    checklist.check(
        "a task with another project's secrets is not given away",
        nothing.json().path("tasks").isEmpty() && !nothing.body().contains(SECRET),
        nothing);
  }

  private static ApiClient worker(AttackContext arena, String letter, String projects)
      throws IOException {
    return arena
        .target()
        .client(
            arena
                .belongings()
                .token(
                    "worker",
                    ", \"queues\": [\"%1$s-%2$s\"], \"worker_prefix\": \"%1$s-%2$s-\", \"projects\": [%3$s]"
                        .formatted(arena.name(), letter, projects)));
  }

  private static void run(AttackContext arena, String job, String step) throws IOException {
    arena
        .admin()
        .post(
            "/jobs/" + job + "/steps/" + step + "/run",
            "{\"logical_time\": \"2001-01-01T00:00:00Z\"}")
        .orFail("Running the step " + step);
  }

  private static ApiAnswer claim(ApiClient client, String name, String letter) throws IOException {
    return client.post(
        "/workers/%1$s-%2$s-1/claims?wait=%3$s&queue=%1$s-%2$s&pool=%1$s"
            .formatted(name, letter, letter.equals("a") ? "20s" : "1s"),
        "");
  }

  private static String report(String uid, String fields) {
    return "{\"attempt_uid\": \"" + uid + "\", " + fields + "}";
  }

  private static void forbidden(
      AttackContext arena, Checklist checklist, ApiClient client, String path, String body)
      throws IOException {
    ApiAnswer answer = arena.counted(client, "POST", path, body);
    checklist.check(RULE, answer.status() == 403, "POST " + path + ": " + answer);
  }
}
