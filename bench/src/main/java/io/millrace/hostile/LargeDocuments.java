package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Documents of sources of 8 MB, four at once; then of the longest that the node says it takes. Each
 * has an error, so none can take the place of the sources in force.
 */
final class LargeDocuments implements Attack {
  private static final int AT_ONCE = 4;
  private static final int MEGABYTE = 1_000_000;
  private static final Pattern MOST = Pattern.compile("at most (\\d+) bytes");

  @Override
  public String name() {
    return "documents";
  }

  @Override
  public String story() {
    return "four documents of sources of 8 MB at once, each with an error in it";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    ApiClient operator = arena.target().client(arena.belongings().token("operator", ""));
    String before = arena.admin().get("/sources").body();
    long most = send(arena, checklist, operator, size.of(MEGABYTE / 4, 8 * MEGABYTE));
    if (most > 0 && size == AttackSize.FULL) {
      send(arena, checklist, operator, (int) Math.min(most, 8 * MEGABYTE));
    }
    String after = arena.admin().get("/sources").body();
    checklist.check("the sources are as before", before.equals(after), "they have changed");
    return checklist.findings();
  }

  /** The longest that is taken, if the node says so; else 0. */
  private static long send(AttackContext arena, Checklist checklist, ApiClient operator, int length)
      throws Exception {
    String document = document(length);
    List<CompletableFuture<ApiAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      answers.add(operator.sendAsync("PUT", "/sources", document, ApiClient.YAML_TYPE));
    }
    long most = 0;
    for (CompletableFuture<ApiAnswer> future : answers) {
      ApiAnswer answer =
          future
              .exceptionally(cutOff -> new ApiAnswer(0, cutOff.toString()))
              .get(60, TimeUnit.SECONDS);
      arena.tally().add(answer.status());
      checklist.check(
          "a document with an error is refused, or there is no room for it",
          List.of(400, 413, 429, 503, 0).contains(answer.status()),
          answer);
      Matcher said = MOST.matcher(answer.body());
      most = answer.status() == 413 && said.find() ? Long.parseLong(said.group(1)) : most;
    }
    return most;
  }

  /** Dense, for that costs most to read. */
  private static String document(int length) {
    StringBuilder yaml =
        new StringBuilder("hostile: this is no field\nsources:\n  s:\n    collections:\n");
    for (int i = 0; yaml.length() < length - 40; i++) {
      yaml.append("    - {name: c").append(i).append("}\n");
    }
    return yaml.toString();
  }
}
