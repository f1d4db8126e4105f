package io.millrace.bench;

import io.millrace.bench.PageTab.PageCost;
import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The page of a node that has much: first content, longest task, and what an idle tab receives. */
final class PageBench {
  private static final List<String> VIEWS =
      List.of(
          "today",
          "freshness",
          "freshness?kind=sites&sort=age",
          "freshness?kind=clients&name=bench&state=fresh",
          "tomorrow",
          "sources",
          "sources?search=us00001",
          "tasks",
          "tasks?status=FAILED&newest=true",
          "tasks?message=HTTP 502",
          "jobs",
          "flow",
          "cluster",
          "admin/user-sites",
          "api");
  private static final List<String> IDLE = List.of("today", "freshness", "tasks", "sources");
  private static final int UNTIL_IDLE_S = 65;

  private final DatabaseUrl database;
  private final Path dataDir;

  PageBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(int userSites, int tasks, int lines, int seconds) throws Exception {
    try (BenchSchema schema = new BenchSchema(database);
        PageLoad load = new PageLoad(schema, dataDir)) {
      long began = System.nanoTime();
      String task = load.fill(userSites, tasks, lines);
      say(
          "%,d user-sites with a promise, %,d tasks, a log of %,d lines; 5 tasks a second; filled"
              + " in %d s%n%n",
          userSites, tasks, lines, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
      try (PageTab tab = PageTab.open(load.base(), PageLoad.TOKEN)) {
        loads(tab, "task/" + task);
        idle(tab, seconds);
      }
    }
  }

  private static void loads(PageTab tab, String log) throws Exception {
    double content = 0;
    double longest = 0;
    say("%-48s %8s %8s %8s%n", "ms", "paint", "content", "longest");
    say("today, with an empty cache%n");
    line("today", tab.load("today", false));
    say("with the files of the page in the cache%n");
    for (String view : VIEWS) {
      PageCost cost = tab.load(view, true);
      line(view, cost);
      content = Math.max(content, cost.content());
      longest = Math.max(longest, view.equals("api") ? 0 : cost.longest());
    }
    PageCost cost = tab.load(log, true);
    tab.scroll();
    PageCost scrolled = new PageCost(cost.firstPaint(), cost.content(), tab.longest());
    line("the log, scrolled to its end and back", scrolled);
    say(
        "%nfirst content within %.0f ms; longest task %.0f ms without Swagger UI%n%n",
        Math.max(content, cost.content()), Math.max(longest, scrolled.longest()));
  }

  private static void line(String view, PageCost cost) {
    say("  %-46s %8.0f %8.0f %8.0f%n", view, cost.firstPaint(), cost.content(), cost.longest());
  }

  private static void idle(PageTab tab, int seconds) throws Exception {
    say("%-48s %8s %8s%n", "a tab that nobody has touched for a minute", "kB/s", "longest");
    for (String view : IDLE) {
      tab.load(view, true);
      TimeUnit.SECONDS.sleep(UNTIL_IDLE_S);
      double bytes = tab.idle(seconds);
      say("  %-46s %8.2f %8.0f%n", view, bytes / 1_000, tab.longest());
    }
  }

  private static void say(String text, Object... values) {
    System.out.printf(Locale.ROOT, text, values);
  }
}
