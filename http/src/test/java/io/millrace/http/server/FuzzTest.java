package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.EndpointSample;
import io.millrace.http.OpenApiDocument;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Nonsense at every route. Request n has the seed of the run plus n, so one that fails is sent
 * again alone with {@code JAVA_TOOL_OPTIONS="-Dmillrace.fuzz.seed=… -Dmillrace.fuzz.requests=1"}.
 */
class FuzzTest {
  private static final long SEED = Long.getLong("millrace.fuzz.seed", 20_261_116);
  private static final int REQUESTS = Integer.getInteger("millrace.fuzz.requests", 1_000);

  /** Of those with one wrong value, this many for each endpoint; one seed always takes the same. */
  private static final int PER_ENDPOINT = Integer.getInteger("millrace.fuzz.per-endpoint", 60);

  private static final Pattern INSIDE = Pattern.compile("Exception|at io\\.millrace|akka\\.");
  private static final int FILL_EVERY = 200;
  private static final int MOST_COMPLAINTS = 20_000;
  private static final int PATIENCE_MS = 60_000;

  private static final ListAppender<ILoggingEvent> LOG = new ListAppender<>();
  private static TestNode node;
  private final StringBuilder complaints = new StringBuilder();

  @BeforeAll
  static void start() {
    node = TestNode.start("millrace.worker.drain = 0s");
    LOG.start();
    root().addAppender(LOG);
  }

  @AfterAll
  static void stop() {
    root().detachAppender(LOG);
    node.close();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  /** All tests: nothing was wrong, also behind the API, and the node is as well as before. */
  @AfterEach
  void nobodyComplains() {
    assertThat(complaints.toString()).isEmpty();
    assertThat(List.copyOf(LOG.list))
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
        .isEmpty();
    assertThat(node.client.get("/ready").status()).isEqualTo(200);
  }

  @Test
  void noNonsenseBreaksAnythingAndEveryErrorIsAProblem() throws IOException {
    String task = "";
    for (long seed = SEED; seed < SEED + REQUESTS; seed++) {
      task = (seed - SEED) % FILL_EVERY == 0 ? fill(node.client) : task;
      check("seed " + seed, FuzzRequest.of(seed, task));
    }
  }

  @Test
  void noParameterTakesAValueThatBreaksAnything() throws IOException {
    for (EndpointSample endpoint : EndpointSample.ALL) {
      if (!endpoint.query().isEmpty()) {
        String task = fill(node.client);
        for (FuzzRequest request : some(FuzzRequest.everyParameterWithEveryValue(endpoint, task))) {
          check(endpoint, request);
        }
      }
    }
  }

  @Test
  void noFieldTakesAValueThatBreaksAnything() throws IOException {
    for (EndpointSample endpoint : EndpointSample.ALL) {
      if (endpoint.hasBody()) {
        String task = fill(node.client);
        for (FuzzRequest request : some(FuzzRequest.everyFieldWithEveryValue(endpoint, task))) {
          check(endpoint, request);
        }
      }
    }
  }

  private static List<FuzzRequest> some(List<FuzzRequest> requests) {
    List<FuzzRequest> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, new Random(SEED));
    return shuffled.subList(0, Math.min(PER_ENDPOINT, shuffled.size()));
  }

  private void check(String name, FuzzRequest request) throws IOException {
    String answer = send(node.address(), request);
    complain(complaint(request, answer), name, request, answer);
  }

  /** The same of a request that is one of this endpoint for sure. */
  private void check(EndpointSample endpoint, FuzzRequest request) throws IOException {
    String answer = send(node.address(), request);
    String complaint = complaint(request, answer);
    boolean described =
        OpenApiDocument.operation(endpoint.method(), endpoint.path())
            .responses()
            .containsKey(Integer.toString(status(answer)));
    complain(
        complaint.isEmpty() && !described ? "Not described" : complaint,
        endpoint.toString(),
        request,
        answer);
  }

  private void complain(String complaint, String name, FuzzRequest request, String answer) {
    if (!complaint.isEmpty() && complaints.length() < MOST_COMPLAINTS) {
      complaints.append(
          "%n%s, %s: %s%nanswer: %s%n".formatted(complaint, name, request.line, shown(answer)));
    }
  }

  /** What the nonsense may have taken away, and a task that runs until it is ended. */
  private static String fill(TestClient api) {
    for (EndpointSample endpoint : EndpointSample.ALL) {
      if (endpoint.method().equals("PUT")) {
        TestClient.Answer saved =
            api.put(endpoint.path(endpoint.id("x")), "application/json", endpoint.body());
        assertThat(saved.status()).as(saved.response().body()).isBetween(200, 201);
      }
    }
    api.put(
        "/sources",
        "sources: {good: {collections: [{name: c}]},"
            + " slow: {collections: [{name: c, run: {process: [sleep, '600']}}]}}");
    return api.queue("slow", "c");
  }

  private static String send(InetSocketAddress address, FuzzRequest request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", address.getPort())) {
      socket.setSoTimeout(PATIENCE_MS);
      try {
        OutputStream out = socket.getOutputStream();
        out.write(request.bytes);
        out.flush();
        if (!request.mustBeAnswered) {
          socket.shutdownOutput();
        }
      } catch (IOException refused) {
        // It was answered before all of it was sent.
      }
      return read(socket);
    }
  }

  private static String read(Socket socket) {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[65_536];
    try {
      for (int n = socket.getInputStream().read(buffer);
          n >= 0;
          n = socket.getInputStream().read(buffer)) {
        text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException closed) {
      text.append(text.isEmpty() ? "" : "\n" + closed);
    }
    String all = text.toString();
    return all.startsWith("HTTP/1.1 100 ") ? all.substring(all.indexOf("\r\n\r\n") + 4) : all;
  }

  private static int status(String answer) {
    return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
  }

  /** What is wrong with an answer; empty if nothing is. */
  private static String complaint(FuzzRequest request, String answer) {
    int status = status(answer);
    if (status == 0) {
      return request.mustBeAnswered ? "No answer" : "";
    }
    if (status >= 500) {
      return "Broken";
    }
    if (INSIDE.matcher(answer).find()) {
      return "Shows what is inside";
    }
    return status < 400 || isProblem(request, status, answer) ? "" : "Not a problem";
  }

  private static boolean isProblem(FuzzRequest request, int status, String answer) {
    int end = answer.indexOf("\r\n\r\n");
    if (!answer.substring(0, end).contains("Content-Type: application/problem+json")) {
      return false;
    }
    if (request.line.startsWith("HEAD ")) {
      return true;
    }
    try {
      JsonNode problem = Json.MAPPER.readTree(answer.substring(end + 4));
      return problem.path("status").asInt() == status
          && problem.path("type").asText().startsWith("/problems/")
          && !problem.path("title").asText().isEmpty()
          && !problem.path("detail").asText().isEmpty();
    } catch (IOException notJson) {
      return false;
    }
  }

  private static String shown(String answer) {
    return answer.length() < 800 ? answer : answer.substring(0, 800) + "…";
  }
}
