package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A task's program that looks for the secrets of the node that started it. It prints none. */
final class ProgramSpy implements Attack {
  private static final String SPY =
      "for f in environ mem maps; do (: < /proc/$PPID/$f) 2>/dev/null && echo \\\"open: $f\\\";"
          + " done; readlink /proc/$PPID/fd/0 > /dev/null 2>&1 && echo 'open: fd'; env | grep -E"
          + " '^MILLRACE_[A-Z_]*(TOKEN|KEY|PASSWORD|URL|SECRET)=' | sed 's/=.*//; s/^/open: /'; tr"
          + " '\\\\0' '\\\\n"
          + "' < /proc/$PPID/cmdline | grep -iE '(password|token|secret)=' > /dev/null && echo"
          + " 'open: cmdline'; echo looked";

  @Override
  public String name() {
    return "programs";
  }

  @Override
  public String story() {
    return "a task's program that looks for the node's secrets: environment, memory, files,"
        + " arguments";
  }

  @Override
  public String hindrance(HostileOptions options) {
    return options.programs() ? "" : "give --programs";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String job = AttackContext.newId();
    arena
        .belongings()
        .job(
            job,
            "spy",
            "  - {name: s, run: {process: [sh, -c, \"%s\"]}, pool: %s, timeout: 20s}%n"
                .formatted(SPY, arena.name()));
    ApiAnswer asked =
        arena.counted(
            arena.admin(),
            "POST",
            "/jobs/" + job + "/steps/s/run",
            "{\"logical_time\": \"2001-01-01T00:00:00Z\"}");
    String task = "/tasks/" + asked.text("task_id");
    BoundedWait.until(
        Duration.ofSeconds(30), () -> !arena.admin().get(task).text("finished_at").isEmpty());
    ApiAnswer log = arena.admin().get(task + "/logs");
    checklist.check("the program ran to its end", log.body().contains("looked"), log);
    checklist.check("a program sees nothing of its node", !log.body().contains("open: "), log);
    return checklist.findings();
  }
}
