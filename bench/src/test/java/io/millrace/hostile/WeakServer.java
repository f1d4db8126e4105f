package io.millrace.hostile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that defends itself against nothing: any client may do everything, every answer is 200,
 * a body may take for ever, and it calls back whomever it is told to.
 */
final class WeakServer implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("http://127\\.[^\"]+");
  private static final String ANSWER =
      """
{"role": "admin", "id": "i", "token": "t", "task_id": "t", "status": "SUCCESS", "attempt_no": 1,
 "finished_at": "now", "percent": 99, "tokens": [], "heartbeat_seconds": 3,
 "tasks": [{"task_id": "t", "attempt_uid": "u"}], "members": [{}]}
""";
  private static final String METRICS =
      """
      jvm_memory_used_bytes{area="heap"} 1000
      jvm_memory_max_bytes{area="heap"} 100000
      process_files_open_files 10
      process_files_max_files 100
      jvm_threads_live_threads 10
      millrace_http_long_polls 0
      millrace_http_wrong_tokens_total 0
      """;

  static {
    System.setProperty(
        "sun.net.httpserver.nodelay", "true"); // it takes 40 ms for an answer otherwise
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String openapi;

  static WeakServer start() throws IOException {
    return new WeakServer();
  }

  private WeakServer() throws IOException {
    try (InputStream file = WeakServer.class.getResourceAsStream("/page/openapi.yaml")) {
      openapi = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/flow-control/requests")) {
      call(body);
    }
    String text =
        switch (path) {
          case "/openapi.yaml" -> openapi;
          case "/metrics" -> METRICS;
          default -> ANSWER;
        };
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static void call(String body) throws IOException {
    Matcher url = URL.matcher(body);
    if (url.find()) {
      try {
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url.group())).build(), BodyHandlers.discarding());
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (IOException | IllegalArgumentException nobody) {
        // it tried
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
