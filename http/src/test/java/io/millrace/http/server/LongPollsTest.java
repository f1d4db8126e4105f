package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.http.javadsl.model.HttpResponse;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.http.endpoint.Refusals;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LongPollsTest {
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final CompletableFuture<Done> hangUp = new CompletableFuture<>();
  private final LongPolls polls = new LongPolls(2, new Refusals(meters), meters);
  private final CompletableFuture<HttpResponse> first = new CompletableFuture<>();
  private final CompletableFuture<HttpResponse> second = new CompletableFuture<>();

  private static int status(CompletableFuture<HttpResponse> answer) {
    return answer.getNow(HttpResponse.create().withStatus(100)).status().intValue();
  }

  private CompletableFuture<HttpResponse> admit(CompletableFuture<HttpResponse> work) {
    return polls.admit(answered -> work, hangUp).toCompletableFuture();
  }

  @Test
  void oneMoreThanTheBoundIsRefusedAtOnceAndTheNextAfterAnEndIsNot() {
    admit(first);
    admit(second);

    assertThat(status(admit(new CompletableFuture<>()))).isEqualTo(503);

    first.complete(HttpResponse.create());
    CompletableFuture<HttpResponse> third = new CompletableFuture<>();
    CompletableFuture<HttpResponse> answer = admit(third);
    assertThat(answer).isNotDone();
    third.complete(HttpResponse.create());
    assertThat(status(answer)).isEqualTo(200);
  }

  @Test
  void workThatFailsMakesRoomToo() {
    CompletableFuture<HttpResponse> failed =
        polls
            .admit(
                answered -> {
                  throw new IllegalStateException("on purpose");
                },
                hangUp)
            .toCompletableFuture();
    assertThat(failed).isCompletedExceptionally();
    first.completeExceptionally(new IllegalStateException("on purpose"));
    assertThat(admit(first)).isCompletedExceptionally();
    assertThat(admit(second)).isNotDone();
    assertThat(admit(new CompletableFuture<>())).isNotDone();
  }

  @Test
  void aClientThatHangsUpMakesRoomAtOnce() {
    admit(first);
    admit(second);

    hangUp.complete(Done.getInstance());

    assertThat(
            polls
                .admit(answered -> new CompletableFuture<>(), new CompletableFuture<>())
                .toCompletableFuture())
        .isNotDone();
  }

  @Test
  void aNodeThatStopsAnswersWaitingRequestsAndTakesNoMore() {
    CompletableFuture<HttpResponse> waiting = admit(first);

    polls.close();

    assertThat(status(waiting)).isEqualTo(503);
    assertThat(status(admit(second))).isEqualTo(503);
  }
}
