package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ImportApiTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = node.client;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** Lines that are made while they are sent. */
  private static final class StreamedLines extends InputStream {
    private final Iterator<String> lines;
    private byte[] line = {};
    private int next;

    StreamedLines(Stream<String> lines) {
      this.lines = lines.iterator();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      if (next == line.length) {
        if (!lines.hasNext()) {
          return -1;
        }
        line = (lines.next() + "\n").getBytes(StandardCharsets.UTF_8);
        next = 0;
      }
      int taken = Math.min(length, line.length - next);
      System.arraycopy(line, next, to, from, taken);
      next += taken;
      return taken;
    }
  }

  private static Answer send(String path, Stream<String> lines) {
    return api.send(
        api.request(path).POST(BodyPublishers.ofInputStream(() -> new StreamedLines(lines))));
  }

  private static Stream<String> directory(String prefix, int users) {
    return Stream.concat(
        Stream.of(
            "{\"client\":{\"id\":\"" + prefix + "\",\"name\":\"C\"}}",
            "{\"site\":{\"id\":\"" + prefix + "s\",\"provider\":\"p\"}}"),
        IntStream.range(0, users).boxed().flatMap(i -> user(prefix, i)));
  }

  private static Stream<String> user(String prefix, int i) {
    String client = i % 1_000 == 7 ? "nobody" : prefix;
    String id = prefix + i;
    return Stream.of(
        "{\"user_site\":{\"id\":\"%s\",\"user\":\"%s\",\"site\":\"%ss\"}}"
            .formatted(id, id, prefix),
        "{\"user\":{\"id\":\"%s\",\"client\":\"%s\"}}".formatted(id, client));
  }

  private static String counts(JsonNode json, String kind) {
    JsonNode counts = json.get(kind);
    return "%d+%d=%d-%d"
        .formatted(
            counts.get("created").asInt(),
            counts.get("updated").asInt(),
            counts.get("unchanged").asInt(),
            counts.get("rejected").asInt());
  }

  @Test
  void manyLinesAreStreamedInAndTheRejectedOnesAreSaid() throws Exception {
    Answer answer = send("/import", directory("a", 10_000));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    JsonNode json = answer.json();
    assertThat(json.get("lines").asInt()).isEqualTo(20_002);
    assertThat(counts(json, "clients")).isEqualTo("1+0=0-0");
    assertThat(counts(json, "sites")).isEqualTo("1+0=0-0");
    assertThat(counts(json, "users")).isEqualTo("9990+0=0-10");
    assertThat(counts(json, "user_sites")).isEqualTo("9990+0=0-10");
    assertThat(json.get("rejected")).hasSize(20);
    assertThat(json.get("more_rejected").asInt()).isZero();
    assertThat(json.at("/rejected/0").toString())
        .isEqualTo(
            "{\"line\":17,\"field\":\"user_site.user\",\"value\":\"a7\","
                + "\"reason\":\"there is no such user\"}");
    assertThat(json.at("/rejected/1/reason").asText()).isEqualTo("there is no such client");
    assertThat(TestSql.value(node.database, "select count(*) from users where client_id = 'a'"))
        .isEqualTo("9990");

    JsonNode again = send("/import", directory("a", 10_000)).json();
    assertThat(counts(again, "users")).isEqualTo("0+0=9990-10");
    assertThat(counts(again, "user_sites")).isEqualTo("0+0=9990-10");
  }

  @Test
  void aSmallBodyIsAnImportTooAndUpdateChangesWhatExists() {
    String one = "{\"client\":{\"id\":\"b\",\"name\":\"B\"}}";
    String other = "{\"client\":{\"id\":\"b\",\"name\":\"C\"}}";
    assertThat(counts(api.post("/import", one).json(), "clients")).isEqualTo("1+0=0-0");
    assertThat(counts(api.post("/import", other).json(), "clients")).isEqualTo("0+0=0-1");
    assertThat(counts(api.post("/import?update=true", other).json(), "clients"))
        .isEqualTo("0+1=0-0");
    assertThat(counts(api.post("/import?update=false", one).json(), "clients"))
        .isEqualTo("0+0=0-1");
    assertThat(api.get("/clients/b").text("name")).isEqualTo("C");
    assertThat(api.post("/import").json().get("lines").asInt()).isZero();
  }

  @Test
  void aSiteThatIsImportedIsInForceAtOnceUnlessItHasTheNameOfASource() {
    JsonNode json =
        api.post(
                "/import",
                "{\"site\":{\"id\":\"demo\",\"provider\":\"p\"}}\n"
                    + "{\"site\":{\"id\":\"mine\",\"provider\":\"p\"}}")
            .json();
    assertThat(counts(json, "sites")).isEqualTo("1+0=0-1");
    assertThat(json.at("/rejected/0/reason").asText()).contains("name of a source");
  }

  @Test
  void badParametersAreRefused() {
    Answer refused = api.post("/import?update=yes&colour=red", "");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().get("errors")).hasSize(2);
  }

  @Test
  void aThirdImportAtTheSameTimeIsRefusedAndTheTwoGoOn() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(2);
    Stream<String> slow =
        Stream.concat(
            directory("c", 3_000), Stream.of(1).peek(i -> hold(running, go)).map(i -> ""));
    Stream<String> slowToo =
        Stream.concat(
            directory("d", 3_000), Stream.of(1).peek(i -> hold(running, go)).map(i -> ""));
    var one = CompletableFuture.supplyAsync(() -> send("/import", slow));
    var two = CompletableFuture.supplyAsync(() -> send("/import", slowToo));
    running.await();
    Answer third = api.post("/import", "{}");
    assertThat(third.status()).isEqualTo(503);
    assertThat(third.header("Retry-After")).isNotEmpty();
    go.countDown();
    assertThat(counts(one.join().json(), "user_sites")).isEqualTo("2997+0=0-3");
    assertThat(counts(two.join().json(), "user_sites")).isEqualTo("2997+0=0-3");
    assertThat(api.post("/import", "").status()).isEqualTo(200);
  }

  private static void hold(CountDownLatch running, CountDownLatch go) {
    running.countDown();
    try {
      go.await();
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  @Test
  void anImportThatCannotGoOnSaysHowFarItGot() throws Exception {
    Stream<String> lines =
        IntStream.range(0, 30_000)
            .mapToObj(
                i -> {
                  if (i == 2_500) {
                    away();
                  }
                  return "{\"client\":{\"id\":\"e%d\",\"name\":\"E\"}}".formatted(i);
                });
    Answer stopped = send("/import", lines);
    TestSql.execute(node.database, "alter table away rename to clients");
    assertThat(stopped.status()).as(stopped.response().body()).isEqualTo(503);
    assertThat(stopped.text("type")).isEqualTo("/problems/import-stopped");
    assertThat(stopped.text("detail")).contains("after line " + saved());
  }

  /** Not before some of it is saved. */
  private static void away() {
    await().atMost(Duration.ofSeconds(20)).until(() -> !saved().equals("0"));
    try {
      TestSql.execute(node.database, "alter table clients rename to away");
    } catch (SQLException fault) {
      throw new AssertionError(fault);
    }
  }

  private static String saved() throws SQLException {
    return TestSql.value(node.database, "select count(*) from clients where id like 'e%'");
  }

  /** Four times the same 20,000 lines, and something broken in the middle of them. */
  @Test
  void onlyBrokenLinesOfAnImportAreRejected() throws Exception {
    int users = 9_999;
    Stream<String> half =
        IntStream.range(0, 2).boxed().flatMap(i -> Stream.concat(head("m"), users("m", users)));
    Stream<String> otherHalf =
        IntStream.range(0, 2).boxed().flatMap(i -> Stream.concat(head("m"), users("m", users)));
    Stream<String> broken =
        Stream.of(
            "{\"user\":{\"id\":\"cut", "o\":", "{\"user\":{\"id\":\"late\",\"client\":\"m\"}}");
    Answer answer = send("/import", Stream.of(half, broken, otherHalf).flatMap(lines -> lines));
    JsonNode json = answer.json();
    assertThat(json.get("lines").asInt()).isEqualTo(80_003);
    assertThat(counts(json, "users")).isEqualTo("10000+0=29997-0");
    assertThat(counts(json, "user_sites")).isEqualTo("9999+0=29997-0");
    assertThat(json.get("rejected")).hasSize(2);
    assertThat(json.at("/rejected/0/line").asInt()).isEqualTo(40_001);
    assertThat(json.at("/rejected/0/reason").asText()).contains("JSON");
    assertThat(json.at("/rejected/1/line").asInt()).isEqualTo(40_002);
    assertThat(TestSql.value(node.database, "select count(*) from users where client_id = 'm'"))
        .isEqualTo("10000");
  }

  private static Stream<String> head(String prefix) {
    return directory(prefix, 0);
  }

  private static Stream<String> users(String prefix, int users) {
    return IntStream.range(0, users)
        .boxed()
        .flatMap(i -> user(prefix, i + (i % 1_000 == 7 ? users * 1_000 + 1 : 0)));
  }
}
