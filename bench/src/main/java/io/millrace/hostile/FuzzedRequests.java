package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Nonsense at every kind of route. */
final class FuzzedRequests implements Attack {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Pattern INSIDE =
      Pattern.compile("[a-z]Exception|io\\.millrace|akka\\.[a-z]|org\\.postgresql");

  @Override
  public String name() {
    return "fuzz";
  }

  @Override
  public String story() {
    return "nonsense: methods, paths, queries, headers, types and bodies";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    FuzzedRequest.RoleAccessTokens tokens =
        new FuzzedRequest.RoleAccessTokens(
            arena.belongings().token("viewer", ""),
            arena.belongings().token("worker", ", \"worker_prefix\": \"hostile-none-\""),
            arena.belongings().token("operator", ""));
    for (int i = size.of(300, 3_000); i > 0; i--) {
      send(arena, checklist, FuzzedRequest.of(random, tokens));
    }
    return checklist.findings();
  }

  private static void send(AttackContext arena, Checklist checklist, FuzzedRequest request)
      throws IOException {
    RawExchange exchange = RawExchange.of(arena.target().address(), request.bytes(), PATIENCE);
    int status = exchange.status();
    arena.tally().add(status);
    checklist.check(
        "nonsense is never a 5xx", status < 500, request.line() + ": " + exchange.text());
    checklist.check(
        "nonsense is answered or cut off", status > 0 || exchange.isClosed(), request.line());
    checklist.check(
        "no error shows what is inside",
        status < 400 || !INSIDE.matcher(exchange.text()).find(),
        request.line() + ": " + exchange.text());
  }
}
