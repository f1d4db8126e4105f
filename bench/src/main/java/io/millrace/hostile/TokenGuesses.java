package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.util.List;
import java.util.Random;

/** Tokens that nobody has, in quantity. */
final class TokenGuesses implements Attack {
  private static final String COUNTER = "millrace_http_wrong_tokens_total";

  @Override
  public String name() {
    return "guesses";
  }

  @Override
  public String story() {
    return "wrong tokens in quantity: each is refused and counted, and soon they are throttled";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    int number = size.of(120, 600);
    double before = NodeVitals.read(arena.admin(), COUNTER);
    int throttled = 0;
    for (int i = 0; i < number; i++) {
      ApiClient guesser = arena.target().client("mr_" + Long.toHexString(random.nextLong()));
      ApiAnswer answer = arena.counted(guesser, "GET", "/session", "");
      throttled += answer.status() == 429 ? 1 : 0;
      checklist.check(
          "a wrong token is 401 or 429", answer.status() == 401 || answer.status() == 429, answer);
    }
    checklist.check(
        "many wrong tokens are throttled",
        throttled > 0,
        "none of " + number + " was answered 429");
    double counted = NodeVitals.read(arena.admin(), COUNTER) - before;
    checklist.check("every wrong token is counted", counted >= number, counted + " of " + number);
    ApiAnswer valid = arena.admin().get("/session");
    checklist.check("a right token works meanwhile", valid.status() == 200, valid);
    return checklist.findings();
  }
}
