package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** An engine that cannot remove containers, such as one whose storage is broken. */
class StubbornEngineTest {
  private static final UUID FIRST = UUID.randomUUID();
  private static final UUID SECOND = UUID.randomUUID();

  private static String container(String id, UUID attempt) {
    return """
           {"Id": "%s", "Labels": {"io.millrace.installation": "test", "io.millrace.node": "n2:1",
            "io.millrace.start": "s1", "io.millrace.attempt": "%s"}}"""
        .formatted(id, attempt);
  }

  @Test
  void aContainerThatCannotBeRemovedDoesNotKeepTheOthers() throws IOException {
    List<String> removals = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          boolean list = path.endsWith("/containers/json");
          if (exchange.getRequestMethod().equals("DELETE")) {
            removals.add(path.replaceAll(".*/", ""));
          }
          String body =
              list ? "[" + container("a", FIRST) + "," + container("b", SECOND) + "]" : "{}";
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(list ? 200 : 500, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    String address = "tcp://127.0.0.1:" + server.getAddress().getPort();
    try (ContainerEngine engine = new ContainerEngine(address, ContainerExecution.settings(""))) {
      ContainerSweeper sweeper =
          new ContainerSweeper(
              engine, new ContainerMark("test", "n1:1", "s1"), Set.of(), Clock.systemUTC());
      for (int sweep = 0; sweep < 2; sweep++) {
        sweeper.sweepEnded(
            uids -> CompletableFuture.completedFuture(Set.copyOf(uids)), Runnable::run);
      }
      assertThat(removals).containsExactlyInAnyOrder("a", "b");
    } finally {
      server.stop(0);
    }
  }
}
