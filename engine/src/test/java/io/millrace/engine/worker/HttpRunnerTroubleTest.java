package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Services that hang, close the connection, or do not exist. */
class HttpRunnerTroubleTest {
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private final HttpRunner runner = new HttpRunner(OutboundKit.TO_LOOPBACK);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aServiceThatIsNotThereIsTriedAgain() throws IOException {
    server.close();

    Outcome outcome = execution(TEN_MINUTES).outcome(runner);

    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).startsWith("no answer: ConnectException");
  }

  @Test
  void aServiceThatHangsUpIsTriedAgain() throws IOException {
    CompletableFuture<Optional<Outcome>> end = execution(TEN_MINUTES).start(runner);
    server.accept().close();
    server.close();

    Outcome outcome = end.orTimeout(30, TimeUnit.SECONDS).join().orElseThrow();

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.FAILURE);
    assertThat(outcome.retryable()).isTrue();
  }

  @Test
  void anAnswerThatBreaksOffIsNoAnswer() throws IOException {
    CompletableFuture<Optional<Outcome>> end = execution(TEN_MINUTES).start(runner);
    try (Socket connection = server.accept()) {
      say(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    }

    Outcome outcome = end.orTimeout(30, TimeUnit.SECONDS).join().orElseThrow();

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.FAILURE);
  }

  @Test
  void aCancelHangsUpOnASlowService() throws IOException {
    assertHungUp("");
  }

  @Test
  void aCancelHangsUpOnAServiceThatNeverStopsTalking() throws IOException {
    assertHungUp("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nand then");
  }

  @Test
  void aCancelBeforeTheRequestIsSentIsEnough() {
    TestExecution test = execution(TEN_MINUTES);
    test.execution.cancel();

    assertThat(test.outcome(runner).kind()).isEqualTo(Outcome.Kind.CANCELED);
  }

  @Test
  void noAnswerByTheDeadlineIsATimeout() {
    assertThat(execution(Duration.ofMillis(200)).outcome(runner))
        .isEqualTo(Outcome.timeout("no answer before the deadline"));
  }

  @Test
  void nothingIsSentOnceTheDeadlineIsPast() {
    assertThat(execution(Duration.ZERO).outcome(runner))
        .isEqualTo(Outcome.timeout("no answer before the deadline"));
  }

  private void assertHungUp(String said) throws IOException {
    TestExecution test = execution(TEN_MINUTES);
    CompletableFuture<Optional<Outcome>> end = test.start(runner);
    try (Socket connection = server.accept()) {
      connection.setSoTimeout(30_000);
      assertThat(connection.getInputStream().read()).as("the request has come").isNotNegative();
      say(connection, said);

      test.execution.cancel();

      end.orTimeout(30, TimeUnit.SECONDS).join();
      assertThat(hasHungUp(connection)).isTrue();
    }
  }

  /** Reads the rest of the request, and waits for the end. */
  private static boolean hasHungUp(Socket connection) {
    try {
      connection.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException stillThere) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  private static void say(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    connection.getOutputStream().flush();
  }

  private TestExecution execution(Duration timeout) {
    String url = "http://127.0.0.1:" + server.getLocalPort() + "/";
    return new TestExecution("http", Map.of("url", url), timeout, null);
  }
}
