package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClientConnectionTest {
  private final ClientConnection connection = new ClientConnection();

  @Test
  void aClientThatIsGoneWaitsForNoAnswer() {
    CompletableFuture<Done> request = connection.requestBegan(false);
    assertThat(request).isNotDone();

    assertThat(connection.noMoreRequests()).isTrue();

    assertThat(request).isDone();
    assertThat(connection.requestBegan(false)).as("one that was on its way").isDone();
  }

  @Test
  void aClientThatSentItsLastRequestWaitsForTheAnswer() {
    CompletableFuture<Done> before = connection.requestBegan(false);
    CompletableFuture<Done> last = connection.requestBegan(true);

    assertThat(connection.noMoreRequests()).as("nobody waits").isFalse();

    assertThat(before).isDone();
    assertThat(last).isNotDone();
    assertThat(connection.requestAnswered(before)).isFalse();
    assertThat(connection.requestAnswered(last)).isTrue();
    assertThat(connection.isEnded()).isTrue();
  }

  @Test
  void aLastRequestThatWasAnsweredKeepsNothingOpen() {
    connection.requestAnswered(connection.requestBegan(true));

    assertThat(connection.noMoreRequests()).isTrue();
  }

  @Test
  void aSecondRequestEndsTheFirst() {
    CompletableFuture<Done> first = connection.requestBegan(false);
    CompletableFuture<Done> second = connection.requestBegan(false);

    assertThat(first).isDone();
    assertThat(second).isNotDone();
    assertThat(connection.isEnded()).isFalse();
  }
}
