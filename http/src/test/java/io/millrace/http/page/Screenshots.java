package io.millrace.http.page;

import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import io.millrace.http.demo.DemoJobs;
import java.io.File;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/**
 * Pictures of every view, from the demo: {@code ./sbt "http/Test/runMain
 * io.millrace.http.page.Screenshots"} writes them to docs/page, or to the folder that is given.
 */
final class Screenshots {
  private static final Duration UNTIL_THERE_IS_LIFE = Duration.ofSeconds(200);
  private static final Duration SIMULATED = Duration.ofMinutes(2);
  private static final Duration UNTIL_IT_IS_DRAWN = Duration.ofSeconds(3);

  private final BrowserPage page;
  private final File folder;

  private Screenshots(BrowserPage page, File folder) {
    this.page = page;
    this.folder = folder;
  }

  public static void main(String[] args) throws InterruptedException {
    File folder = new File(args.length > 0 ? args[0] : "docs/page").getAbsoluteFile();
    folder.mkdirs();
    begin(folder);
    try (TestNode node = TestNode.start("millrace.demo = true");
        BrowserPage page = BrowserPage.at(node, TestNode.TOKEN, "today")) {
      Thread.sleep(UNTIL_THERE_IS_LIFE.toMillis());
      Screenshots shots = new Screenshots(page, folder);
      shots.wide(node.client);
      shots.jobs(node.client);
      shots.administration(node.client);
      shots.narrow();
      shots.foresight(node.client);
    }
    System.exit(0);
  }

  /** From an empty node to a first source and a first job. */
  private static void begin(File folder) throws InterruptedException {
    try (TestNode node = TestNode.start();
        BrowserPage page = BrowserPage.at(node, TestNode.TOKEN, "admin")) {
      Screenshots shots = new Screenshots(page, folder);
      shots.look(1280, 640, "light");
      shots.shot("admin", "start");
      page.press("First source…");
      shots.shown("start-source");
      page.press("Save and run now");
      page.shows("main .bar .badge", "success");
      shots.shown("start-task");
      page.open("admin").press("First job…");
      page.press("Save and run now");
      page.shows("main h1", "first job");
      shots.shown("start-job");
    }
  }

  /** What is promised, what is expected of tomorrow, and what a change would do. */
  private void foresight(TestClient client) throws InterruptedException {
    look(1280, 860, "light");
    shot("today?hours=true", "today-hours");
    shot("freshness", "freshness");
    shot("freshness?kind=clients&name=budget-app&state=fresh", "freshness-client");
    page.open("tomorrow").press("Back-test yesterday");
    page.shows(".back-test", "How right was it?", SIMULATED);
    page.press("Simulate " + LocalDate.now(Clock.systemUTC()).plusDays(1));
    page.shows("main .strip", "Starts", SIMULATED);
    shown("tomorrow");
    page.open("flow").press("Edit");
    page.type("form.edit label input", "12");
    page.press("Simulate tomorrow with this");
    page.shows("table.effect", "with this", SIMULATED);
    page.driver().executeScript("document.querySelector('form.edit').scrollIntoView()");
    shown("pool-edit");
    page.press("Discard it");
    client.post("/bulk-operations", "{\"action\": \"rerun\", \"source\": \"beta-bank\"}");
    page.open("bulk").shows("main .bulk", "run again");
    shown("bulk");
    look(390, 844, "light");
    shot("freshness", "freshness-phone");
    look(768, 1024, "light");
    shot("freshness", "freshness-tablet");
    look(1280, 860, "dark");
    shot("freshness", "freshness-dark");
    shot("tomorrow", "tomorrow-dark");
  }

  private void administration(TestClient client) throws InterruptedException {
    client.put(
        "/webhooks/ops",
        "{\"url\": \"https://ops.example/millrace\", \"secret\": \"a-secret-of-the-docs\","
            + " \"kinds\": [\"disabled\", \"fires-missed\", \"pool-paused\"]}");
    look(1280, 760, "light");
    shot("admin", "admin");
    shot("admin/sources", "admin-sources");
    shot("admin/sites/beta-bank", "admin-site");
    shot("admin/webhooks/ops", "admin-webhook");
    client.put("/projects/reports/config/region", "{\"value\": \"eu-west\"}");
    for (String section : List.of("sites", "clients", "users", "user-sites", "pools", "tokens")) {
      shot("admin/" + section, "admin-" + section);
    }
    shot("admin/projects/reports", "admin-project");
    look(390, 1100, "light");
    shot("admin/tokens/+", "admin-token-phone");
    client.delete("/webhooks/ops");
  }

  private void wide(TestClient client) throws InterruptedException {
    look(1280, 860, "light");
    for (String view : List.of("today", "sources", "tasks", "jobs", "flow", "cluster", "api")) {
      shot(view, view);
    }
    String task = client.get("/history?source=reports&limit=1").json().at("/tasks/0/id").asText();
    shot("task/" + task, "task");
    String failed = "/history?source=beta-bank&status=FAILED&limit=1";
    String beta = client.get(failed).json().at("/tasks/0/collection").asText();
    shot("refresh/beta-bank/" + beta + "?kind=user-site", "user-site");
    look(1280, 860, "dark");
    shot("today", "today-dark");
    shot("flow", "flow-dark");
  }

  private void narrow() throws InterruptedException {
    look(390, 844, "light");
    shot("today", "today-phone");
    shot("sources", "sources-phone");
    shot("flow", "flow-phone");
  }

  /** A job at the last time at which something failed for good. */
  private void jobs(TestClient client) throws InterruptedException {
    String failed = "/jobs/" + DemoJobs.SETTLE + "/tokens?state=FAILED&limit=1";
    String time = client.get(failed).json().at("/tokens/0/logical_time").asText();
    String job = "job/" + DemoJobs.SETTLE + "/" + time;
    look(1280, 1060, "light");
    shot(job, "job");
    page.driver().executeScript("document.querySelector('.waterfall').scrollIntoView()");
    shown("waterfall");
    shot("job-definition/" + DemoJobs.PRICES, "job-definition");
    look(1280, 1060, "dark");
    shot("job/" + DemoJobs.CLOSE, "job-dark");
    look(390, 1500, "light");
    shot(job, "job-phone");
  }

  private void look(int width, int height, String scheme) {
    page.look(width, height, scheme);
  }

  private void shot(String view, String name) throws InterruptedException {
    page.go(view);
    shown(name);
  }

  private void shown(String name) throws InterruptedException {
    Thread.sleep(UNTIL_IT_IS_DRAWN.toMillis());
    page.screenshot(new File(folder, name + ".png"));
  }
}
