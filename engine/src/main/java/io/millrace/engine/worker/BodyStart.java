package io.millrace.engine.worker;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Takes the first part of a response's body and hangs up on the rest, however long it is. */
final class BodyStart implements BodySubscriber<BodyStart.Body> {
  /** Enough for the longest output, however it is written. */
  static final int MAX_LENGTH = 128 * 1024;

  /**
   * What was read.
   *
   * @param cut whether there may be more
   */
  record Body(String text, boolean cut) {

    /** As it may be shown: secrets are hidden before anything more is cut off. */
    String shown(Mask mask) {
      return cut ? mask.hideCut(text) : mask.hide(text);
    }
  }

  private final CompletableFuture<Body> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  @Override
  public CompletionStage<Body> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), MAX_LENGTH - bytes.size())];
      buffer.get(part);
      bytes.writeBytes(part);
    }
    if (bytes.size() < MAX_LENGTH) {
      subscription.request(1);
    } else {
      subscription.cancel();
      onComplete();
    }
  }

  @Override
  public void onError(Throwable e) {
    body.completeExceptionally(e);
  }

  @Override
  public void onComplete() {
    body.complete(new Body(bytes.toString(StandardCharsets.UTF_8), bytes.size() == MAX_LENGTH));
  }
}
