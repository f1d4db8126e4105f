package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Requests whose end two readers could see at different places, so that a proxy lets a second
 * request through as the body of the first; and many requests on one connection.
 */
final class SmuggledRequests implements Attack {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Would be answered 200, were it read as a request. */
  private static final String HIDDEN =
      "GET /alive HTTP/1.1\r\nHost: hidden\r\nConnection: close\r\n\r\n";

  private static final List<String> AMBIGUOUS =
      List.of(
          "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
          "Content-Length: 0\r\nContent-Length: 70\r\n\r\n",
          "Content-Length: 0, 70\r\n\r\n",
          "Content-Length: +0\r\n\r\n",
          "Content-Length: 0x0\r\n\r\n",
          "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
          "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n",
          "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
          " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n");

  private static final List<String> CHUNKS =
      List.of(
          "x\r\n\r\n",
          "-1\r\n\r\n",
          "0x0\r\n\r\n",
          "FFFFFFFFFFFFFFFFF\r\nx\r\n",
          "5\r\nab\r\n0\r\n\r\n",
          "1;" + "e".repeat(70_000) + "\r\na\r\n0\r\n\r\n",
          "0\r\nX: " + "t".repeat(70_000) + "\r\n\r\n",
          "1\nab0\n\n");

  @Override
  public String name() {
    return "smuggling";
  }

  @Override
  public String story() {
    return "two lengths, junk chunks, and many requests on one connection";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String worker = arena.belongings().token("worker", ", \"worker_prefix\": \"hostile-none-\"");
    String head =
        "POST /workers/hostile-none-1/heartbeat HTTP/1.1\r\nHost: l\r\nX-Admin-Token: "
            + worker
            + "\r\n";
    for (String ambiguous : AMBIGUOUS) {
      RawExchange exchange = send(arena, head + ambiguous + HIDDEN);
      checklist.check(
          "a request hidden behind two lengths is not answered",
          !exchange.statuses().contains(200),
          ambiguous + ": " + exchange.text());
      sane(checklist, ambiguous, exchange);
    }
    for (String chunk : CHUNKS) {
      sane(
          checklist,
          chunk,
          send(arena, head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + HIDDEN));
    }
    int many = size.of(20, 200);
    String one = "GET /alive HTTP/1.1\r\nHost: l\r\n\r\n";
    RawExchange piped = send(arena, one.repeat(many) + HIDDEN);
    checklist.check(
        "requests in a pipe are each answered once, in their order",
        piped.statuses().equals(java.util.Collections.nCopies(many + 1, 200)),
        piped.statuses());
    return checklist.findings();
  }

  private static void sane(Checklist checklist, String sent, RawExchange exchange) {
    checklist.check(
        "junk is never a 5xx",
        exchange.statuses().stream().allMatch(status -> status < 500),
        sent + ": " + exchange.text());
    checklist.check("junk is cut off", exchange.isClosed(), sent + ": " + exchange.text());
  }

  private static RawExchange send(AttackContext arena, String text) throws IOException {
    RawExchange exchange =
        RawExchange.of(
            arena.target().address(), text.getBytes(StandardCharsets.ISO_8859_1), PATIENCE);
    arena.tally().add(exchange.status());
    return exchange;
  }
}
