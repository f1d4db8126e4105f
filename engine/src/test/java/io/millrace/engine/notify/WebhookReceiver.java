package io.millrace.engine.notify;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The server of a webhook: it answers as the test says, or hangs. */
final class WebhookReceiver implements AutoCloseable {
  static final int HANG = 0;
  static final int HANG_IN_BODY = 1;

  /** A received request. */
  record ReceivedRequest(
      String method, String type, String delivery, String signature, String body) {}

  /** How to answer the nth request, from 1. */
  @FunctionalInterface
  interface AnswerScript {
    int status(int n);
  }

  final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final AnswerScript script;
  volatile String retryAfter;

  static WebhookReceiver start(AnswerScript script) {
    return new WebhookReceiver(script);
  }

  private WebhookReceiver(AnswerScript script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      int status = script.status(add(exchange, body));
      if (status == HANG) {
        closed.await();
        return;
      }
      if (retryAfter != null) {
        exchange.getResponseHeaders().add("Retry-After", retryAfter);
      }
      if (status == HANG_IN_BODY) {
        exchange.sendResponseHeaders(200, 10);
        exchange.getResponseBody().write('x');
        exchange.getResponseBody().flush();
        closed.await();
        return;
      }
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  private synchronized int add(HttpExchange exchange, String body) {
    requests.add(
        new ReceivedRequest(
            exchange.getRequestMethod(),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            exchange.getRequestHeaders().getFirst("X-Millrace-Delivery"),
            exchange.getRequestHeaders().getFirst("X-Millrace-Signature"),
            body));
    return requests.size();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdown();
  }
}
