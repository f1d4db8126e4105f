package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConnectionTest {
  private final Connection connection = new Connection();

  @Test
  void whoeverIsGoneWaitsForNoAnswer() {
    CompletableFuture<Done> request = connection.begun(false);
    assertThat(request).isNotDone();

    assertThat(connection.ended()).isTrue();

    assertThat(request).isDone();
    assertThat(connection.begun(false)).as("one that was on its way").isDone();
  }

  @Test
  void whoeverHasSentItsLastRequestWaitsForTheAnswer() {
    CompletableFuture<Done> before = connection.begun(false);
    CompletableFuture<Done> last = connection.begun(true);

    assertThat(connection.ended()).as("nobody waits").isFalse();

    assertThat(before).isDone();
    assertThat(last).isNotDone();
    assertThat(connection.answered(before)).isFalse();
    assertThat(connection.answered(last)).isTrue();
    assertThat(connection.isEnded()).isTrue();
  }

  @Test
  void aLastRequestThatWasAnsweredKeepsNothingOpen() {
    connection.answered(connection.begun(true));

    assertThat(connection.ended()).isTrue();
  }

  @Test
  void aSecondRequestEndsTheFirst() {
    CompletableFuture<Done> first = connection.begun(false);
    CompletableFuture<Done> second = connection.begun(false);

    assertThat(first).isDone();
    assertThat(second).isNotDone();
    assertThat(connection.isEnded()).isFalse();
  }
}
