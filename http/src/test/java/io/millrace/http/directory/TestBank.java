package io.millrace.http.directory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A bank that answers as it is told, and a webhook that keeps what it is sent. */
final class TestBank implements AutoCloseable {
  private final HttpServer server;
  private final List<String> notifications = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  private TestBank() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          notifications.add(body(exchange));
          answer(exchange, 200);
        });
    server.createContext(
        "/",
        exchange -> {
          body(exchange);
          answer(exchange, status);
        });
    server.start();
  }

  static TestBank start() throws IOException {
    return new TestBank();
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Answers refreshes with this status from now on. */
  void answer(int newStatus) {
    status = newStatus;
  }

  /** The bodies that the webhook got. */
  List<String> notifications() {
    return notifications;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
