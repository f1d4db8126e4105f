package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Jobs that must not be saved. They are only checked, so one that is let in is not there either.
 */
final class ForbiddenDefinitions implements Attack {
  private static final List<String> HEADERS =
      List.of(
          "Host",
          "host",
          "Content-Length",
          "Transfer-Encoding",
          "Connection",
          "Keep-Alive",
          "TE",
          "Trailer",
          "Upgrade",
          "Expect",
          "Via",
          "Proxy-Authorization",
          "Proxy-Connection",
          "X\\r\\nHost",
          "X Y",
          "X:Y",
          "");

  @Override
  public String name() {
    return "definitions";
  }

  @Override
  public String story() {
    return "jobs with too many steps, triggers and references, and with headers that smuggle";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    ApiClient operator = arena.target().client(arena.belongings().token("operator", ""));
    for (String header : HEADERS) {
      refused(arena, checklist, operator, "the header '" + header + "'", header(header, "x"));
    }
    refused(arena, checklist, operator, "a header of two lines", header("X", "a\\r\\nHost: b"));
    refused(arena, checklist, operator, "1,001 steps", steps(1_001, ""));
    refused(arena, checklist, operator, "10,050 references", steps(201, references(201)));
    refused(
        arena,
        checklist,
        operator,
        "1,001 triggers",
        "triggers:\n"
            + many(1_001, "  - {name: t%d, start: 2126-01-01T00:00:00Z, period: 1h}\n")
            + steps(1, ""));
    return checklist.findings();
  }

  private static String many(int number, String line) {
    return IntStream.range(0, number).mapToObj(line::formatted).collect(Collectors.joining());
  }

  private static String steps(int number, String fields) {
    return "steps:\n" + many(number, "  - {name: s%d, run: {noop: {}}" + fields + "}\n");
  }

  private static String references(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "step/s" + i + "@" + (i + 1) + "h")
        .collect(Collectors.joining(", ", ", depends: [", "]"));
  }

  private static String header(String name, String value) {
    return "steps:\n  - {name: s, run: {http: {url: \"http://example.com/\", headers: {\"%s\": \"%s\"}}}}\n"
        .formatted(name, value);
  }

  private static void refused(
      AttackContext arena, Checklist checklist, ApiClient operator, String what, String definition)
      throws IOException {
    String job =
        "id: %s\nproject: hostile\nname: check\n".formatted(AttackContext.newId()) + definition;
    ApiAnswer answer = arena.counted(operator, "POST", "/jobs/check", job, ApiClient.YAML_TYPE);
    checklist.check("a job that must not be is 400", answer.status() == 400, what + ": " + answer);
  }
}
