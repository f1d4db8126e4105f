package io.millrace.client.transport;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an answer as they come. It takes a few ahead, so a slow reader slows down the
 * server, and a silent server is noticed.
 */
final class LineQueue implements Flow.Subscriber<String> {
  private static final int AHEAD = 256;
  private static final Object END = new Object();

  private final BlockingQueue<Object> lines = new LinkedBlockingQueue<>();
  private volatile Flow.@Nullable Subscription source;

  private LineQueue() {}

  /** The answer is there as soon as its headers are. */
  static BodyHandler<LineQueue> handler() {
    return answer -> new Splitter(new LineQueue());
  }

  /**
   * The next line; absent at the end, or if nothing came in time.
   *
   * @param silence how long to wait
   */
  @Nullable String take(Duration silence) throws InterruptedException {
    Object next = lines.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
    Flow.Subscription open = source;
    if (open != null && next instanceof String line) {
      open.request(1);
      return line;
    }
    cancel();
    return null;
  }

  /** Closes the connection, and wakes the thread that waits for a line. */
  void cancel() {
    Flow.Subscription open = source;
    if (open != null) {
      open.cancel();
    }
    lines.add(END);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    source = subscription;
    subscription.request(AHEAD);
  }

  @Override
  public void onNext(String line) {
    lines.add(line);
  }

  @Override
  public void onError(Throwable cut) {
    lines.add(END);
  }

  @Override
  public void onComplete() {
    lines.add(END);
  }

  /** Splits the bytes into lines. */
  private record Splitter(LineQueue queue, BodySubscriber<Void> lines)
      implements BodySubscriber<LineQueue> {
    Splitter(LineQueue queue) {
      this(
          queue,
          BodySubscribers.fromLineSubscriber(queue, all -> null, StandardCharsets.UTF_8, null));
    }

    @Override
    public CompletionStage<LineQueue> getBody() {
      return CompletableFuture.completedFuture(queue);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      lines.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
      lines.onNext(bytes);
    }

    @Override
    public void onError(Throwable cut) {
      lines.onError(cut);
    }

    @Override
    public void onComplete() {
      lines.onComplete();
    }
  }
}
