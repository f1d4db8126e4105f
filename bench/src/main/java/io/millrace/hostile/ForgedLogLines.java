package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * Names and reasons with line breaks in them. They may be refused or kept, but no line of the log
 * may begin with what a caller wrote; {@link NodeLog} looks for it.
 */
final class ForgedLogLines implements Attack {
  static final String MARK = "2001-01-01T00:00:00.000Z WARN  forged-by-the-hostile-suite";

  private static final List<String> BREAKS =
      List.of("\\n", "\\r\\n", "\\u0085", "\\u2028", "\\u001b[2K\\r", "\\u0000\\n");

  @Override
  public String name() {
    return "log-lines";
  }

  @Override
  public String story() {
    return "line breaks in names and reasons, to write lines of the log";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    ApiClient operator = arena.target().client(arena.belongings().token("operator", ""));
    for (String lineBreak : BREAKS) {
      String forged = "x" + lineBreak + MARK;
      String pool = "/flow-control/pools/" + arena.name();
      String reason = "{\"reason\": \"" + forged + "\"}";
      send(arena, checklist, operator, "POST", pool + "/pause", reason);
      send(arena, checklist, operator, "POST", pool + "/resume", reason);
      operator.post(pool + "/resume", "").orFail("To resume the pool of the bystanders");
      send(
          arena,
          checklist,
          operator,
          "POST",
          "/workers/w/heartbeat",
          "{\"attempts\": [\"" + forged + "\"]}");
      ApiAnswer name =
          arena.counted(
              arena.admin(),
              "POST",
              "/tokens",
              "{\"name\": \"" + forged + "\", \"role\": \"viewer\"}");
      checklist.check("a name with a line break is 400", name.status() == 400, name);
      if (name.isFine()) {
        arena.belongings().adopt(name);
      }
    }
    for (String path :
        List.of("/tasks/x%0A", "/workers/x%0D%0A", "/jobs/%0A", "/sites/%E2%80%A8")) {
      send(arena, checklist, operator, "GET", path + MARK.replace(" ", "%20"), "");
    }
    return checklist.findings();
  }

  private static void send(
      AttackContext arena,
      Checklist checklist,
      ApiClient client,
      String method,
      String path,
      String body)
      throws IOException {
    ApiAnswer answer = arena.counted(client, method, path, body);
    checklist.check(
        "a line break breaks nothing", answer.status() < 500, method + " " + path + ": " + answer);
  }
}
