package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Nonsense at every route. Request n has the seed of the run plus n, so one that fails is sent
 * again alone with {@code JAVA_TOOL_OPTIONS="-Dmillrace.fuzz.seed=… -Dmillrace.fuzz.requests=1"}.
 */
class FuzzTest {
  private static final long SEED = Long.getLong("millrace.fuzz.seed", 20_261_116);
  private static final int REQUESTS = Integer.getInteger("millrace.fuzz.requests", 4_000);
  private static final int FILL_EVERY = 100;
  private static final int PATIENCE_MS = 60_000;

  @Test
  void noNonsenseBreaksAnythingAndEveryErrorIsAProblem() throws IOException {
    try (TestNode node = TestNode.start("millrace.worker.drain = 0s")) {
      String task = "";
      Map<Integer, Integer> answers = new TreeMap<>();
      StringBuilder wrong = new StringBuilder();
      for (long seed = SEED; seed < SEED + REQUESTS; seed++) {
        task = (seed - SEED) % FILL_EVERY == 0 ? fill(node.client) : task;
        FuzzRequest request = FuzzRequest.of(seed, task);
        String answer = send(node.address(), request);
        answers.merge(status(answer), 1, Integer::sum);
        String complaint = complaint(request, answer);
        if (!complaint.isEmpty() && wrong.length() < 20_000) {
          wrong.append(
              "%n%s, seed %d: %s%nanswer: %s%n"
                  .formatted(complaint, seed, request.line, shown(answer)));
        }
      }
      System.out.println("Answers by status: " + answers);
      assertThat(wrong.toString()).isEmpty();
      assertThat(node.client.get("/ready").status()).isEqualTo(200);
    }
  }

  /** What the nonsense may have taken away, and a task that runs until it is ended. */
  private static String fill(Client api) {
    for (Endpoint endpoint : Endpoint.ALL) {
      if (endpoint.method().equals("PUT")) {
        Client.Answer saved = api.put(endpoint.path("x"), endpoint.body());
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
    if (answer.matches("(?s).*(Exception|at io\\.millrace|akka\\.).*")) {
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
