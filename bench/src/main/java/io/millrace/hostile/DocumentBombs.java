package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small documents that are large, deep or ambiguous once they are read. They are only checked. */
final class DocumentBombs implements Attack {
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final String JOB =
      "id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a\nproject: p\nname: n\n";

  @Override
  public String name() {
    return "bombs";
  }

  @Override
  public String story() {
    return "documents that are deep, that multiply, that have huge numbers or the same key twice";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    ApiClient operator = arena.target().client(arena.belongings().token("operator", ""));
    int deep = size.of(20_000, 200_000);
    for (Map.Entry<String, String> bomb : yaml(deep).entrySet()) {
      send(
          arena,
          checklist,
          operator,
          bomb.getKey(),
          "/jobs/check",
          bomb.getValue(),
          ApiClient.YAML_TYPE);
    }
    for (Map.Entry<String, String> bomb : json(deep).entrySet()) {
      send(
          arena,
          checklist,
          operator,
          bomb.getKey(),
          "/jobs/check",
          bomb.getValue(),
          ApiClient.JSON_TYPE);
      send(
          arena,
          checklist,
          operator,
          bomb.getKey(),
          "/flow-control/releases",
          bomb.getValue(),
          ApiClient.JSON_TYPE);
    }
    return checklist.findings();
  }

  private static Map<String, String> yaml(int deep) {
    Map<String, String> bombs = new LinkedHashMap<>();
    StringBuilder laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      laughs.append("a%1$d: &a%1$d [%2$s]%n".formatted(i, ("*a" + (i - 1) + ",").repeat(9)));
    }
    bombs.put("aliases that multiply", JOB + laughs + "steps: *a11\n");
    bombs.put("merges that multiply", JOB + merges() + "steps: [*m11]\n");
    bombs.put("an alias of itself", JOB + "steps: &s [*s]\n");
    bombs.put("deep brackets", JOB + "steps: " + "[".repeat(deep));
    bombs.put("deep braces", JOB + "steps: " + "{a: ".repeat(deep));
    bombs.put("deep lines", JOB + "steps:\n" + "- ".repeat(deep) + "x\n");
    bombs.put("a class", JOB + "steps: !!javax.script.ScriptEngineManager [x]\n");
    bombs.put("the same key twice", JOB + "name: m\nsteps: [{name: s}]\n");
    bombs.put("many documents", (JOB + "steps: []\n---\n").repeat(200));
    bombs.put("a long key", JOB + "k".repeat(deep) + ": x\n");
    return bombs;
  }

  private static String merges() {
    StringBuilder merges = new StringBuilder("m0: &m0 {a: b}\n");
    for (int i = 1; i < 12; i++) {
      merges.append("m%1$d: &m%1$d {<<: [%2$s]}%n".formatted(i, ("*m" + (i - 1) + ",").repeat(9)));
    }
    return merges.toString();
  }

  private static Map<String, String> json(int deep) {
    Map<String, String> bombs = new LinkedHashMap<>();
    bombs.put("deep brackets", "{\"taskToken\": " + "[".repeat(deep));
    bombs.put("deep objects", "{\"taskToken\": " + "{\"a\":".repeat(deep / 3));
    bombs.put("a number of many digits", "{\"taskToken\": " + "9".repeat(deep) + "}");
    bombs.put("a huge exponent", "{\"taskToken\": 1e999999999}");
    bombs.put("a tiny exponent", "{\"taskToken\": 1e-999999999, \"pool\": 1e2147483647}");
    bombs.put(
        "the same key twice",
        "{\"taskToken\": \"a\", \"taskToken\": \"b\", \"pool\": [], \"x\": 1}");
    bombs.put("half a surrogate", "{\"taskToken\": 7, \"pool\": \"\\ud800\"}");
    bombs.put("a long key", "{\"" + "k".repeat(deep) + "\": 1}");
    return bombs;
  }

  private static void send(
      AttackContext arena,
      Checklist checklist,
      ApiClient client,
      String what,
      String path,
      String body,
      String type)
      throws IOException {
    long began = System.nanoTime();
    ApiAnswer answer = arena.counted(client, "POST", path, body, type);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    boolean refused = answer.status() >= 400 && answer.status() < 500;
    checklist.check("a bomb is refused with 4xx", refused, what + " at " + path + ": " + answer);
    checklist.check(
        "a bomb is answered within " + MOST.toSeconds() + " s",
        took.compareTo(MOST) < 0,
        what + ": " + took);
  }
}
