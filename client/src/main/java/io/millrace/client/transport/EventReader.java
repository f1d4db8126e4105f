package io.millrace.client.transport;

import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnreachableException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events. If it is cut, it connects again and continues after the last
 * event. It gives up after a number of failures in a row, or if the server refuses it.
 */
public final class EventReader implements AutoCloseable {
  private static final int MOST_FAILURES = 10;

  /** The server sends a comment every 15 s. */
  private static final Duration SILENCE = Duration.ofSeconds(45);

  private final Function<@Nullable String, CompletableFuture<HttpResponse<LineQueue>>> connector;
  private final String request;
  private final RetryBackoff backoff;
  private volatile @Nullable LineQueue lines;
  private volatile boolean closed;
  private EventAssembler assembler = new EventAssembler();
  private @Nullable String lastEventId;
  private int failures;

  /**
   * @param connector opens the stream after the event of that id; absent for the beginning
   * @param request what is asked for, for messages
   */
  EventReader(
      Function<@Nullable String, CompletableFuture<HttpResponse<LineQueue>>> connector,
      String request,
      RetryBackoff backoff) {
    this.connector = connector;
    this.request = request;
    this.backoff = backoff;
  }

  /** Waits for the next event; absent after {@link #close}. */
  public @Nullable ServerEvent next() {
    try {
      while (!closed) {
        LineQueue open = lines;
        if (open == null) {
          connect();
          continue;
        }
        String line = open.take(SILENCE);
        if (line == null) {
          cut(null);
          continue;
        }
        failures = 0;
        Optional<ServerEvent> event = assembler.add(line);
        if (event.isPresent()) {
          lastEventId = event.get().id() == null ? lastEventId : event.get().id();
          return event.get();
        }
      }
      return null;
    } catch (InterruptedException stop) {
      close();
      Thread.currentThread().interrupt();
      throw new UnreachableException(request + " was interrupted", true, stop);
    }
  }

  /** Reads the data of an event. */
  public <T> T parse(ServerEvent event, Class<T> type) {
    return AnswerReader.parse(request, event.data(), type);
  }

  private void connect() throws InterruptedException {
    assembler = new EventAssembler();
    CompletableFuture<HttpResponse<LineQueue>> opened = connector.apply(lastEventId);
    try {
      HttpResponse<LineQueue> answer = opened.get(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
      lines = answer.body();
      if (answer.statusCode() != 200) {
        refused(answer);
      }
    } catch (ExecutionException | TimeoutException | CancellationException fault) {
      opened.cancel(true);
      cut(fault);
    }
  }

  /** What is busy now may have room later; anything else is an answer for the caller. */
  private void refused(HttpResponse<LineQueue> answer) throws InterruptedException {
    StringJoiner body = new StringJoiner("\n");
    LineQueue rest = answer.body();
    for (String line = rest.take(SILENCE); line != null; line = rest.take(SILENCE)) {
      body.add(line);
    }
    ProblemException problem = AnswerReader.problem(answer, body.toString());
    if (problem.status() < 500 && problem.status() != 429) {
      throw problem;
    }
    cut(problem);
  }

  private void cut(@Nullable Exception cause) throws InterruptedException {
    LineQueue open = lines;
    if (open != null) {
      open.cancel();
      lines = null;
    }
    if (closed) {
      return;
    }
    failures++;
    if (failures > MOST_FAILURES) {
      throw new UnreachableException(request + " was cut off, and cannot go on", true, cause);
    }
    Duration wait = backoff.delay(failures, ThreadLocalRandom.current().nextDouble());
    TimeUnit.MILLISECONDS.sleep(wait.toMillis());
  }

  /** Ends the stream, and wakes the threads that wait for an event. */
  @Override
  public void close() {
    closed = true;
    LineQueue open = lines;
    if (open != null) {
      open.cancel();
    }
  }
}
