package io.millrace.client.transport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers with what it was told to, one answer after the other. */
final class ScriptedServer implements AutoCloseable {
  /**
   * @param cut whether the connection ends in the middle of the body
   */
  record ScriptedAnswer(int status, Map<String, String> headers, String body, boolean cut) {
    static ScriptedAnswer json(int status, String body) {
      return new ScriptedAnswer(status, Map.of(), body, false);
    }

    ScriptedAnswer with(String name, String value) {
      return new ScriptedAnswer(status, Map.of(name, value), body, cut);
    }
  }

  private final HttpServer server;
  private final Deque<ScriptedAnswer> answers = new ArrayDeque<>();
  final List<HttpExchange> requests = new CopyOnWriteArrayList<>();
  final List<String> bodies = new CopyOnWriteArrayList<>();

  private ScriptedServer(HttpServer server) {
    this.server = server;
  }

  static ScriptedServer start(ScriptedAnswer... answers) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ScriptedServer server = new ScriptedServer(http);
    server.answers.addAll(List.of(answers));
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The last answer is given again and again. */
  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange);
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    ScriptedAnswer answer = answers.size() > 1 ? answers.remove() : answers.peek();
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), answer.cut() ? body.length + 1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.getResponseBody().flush();
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
