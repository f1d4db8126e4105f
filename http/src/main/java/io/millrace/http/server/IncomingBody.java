package io.millrace.http.server;

import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.util.ByteString;
import akka.util.ByteStringBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A body as it comes. What comes after it was given up is dropped: the answer is on its way, and to
 * stop reading would cut it off.
 */
final class IncomingBody {
  /** The body did not come fast enough. */
  static final class SlowBodyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SlowBodyException() {
      super("The body came too slowly", null, false, false);
    }
  }

  private final long limit;
  private final long began;
  private final CompletableFuture<ByteString> whole = new CompletableFuture<>();
  private @Nullable ByteStringBuilder bytes = new ByteStringBuilder();
  private long length;

  /**
   * @param began in nanoseconds
   */
  IncomingBody(long limit, long began) {
    this.limit = limit;
    this.began = began;
  }

  CompletionStage<ByteString> wholeBytes() {
    return whole;
  }

  synchronized void add(ByteString more) {
    if (bytes == null) {
      return;
    }
    length += more.size();
    bytes.append(more);
    if (length > limit) {
      abort(EntityStreamSizeException.apply(limit, scala.Option.empty()));
    }
  }

  synchronized void end(@Nullable Throwable fault) {
    if (bytes == null) {
      return;
    }
    if (fault == null) {
      whole.complete(bytes.result());
    } else {
      abort(fault);
    }
  }

  synchronized void check(BodyPace pace, long now) {
    if (bytes != null && pace.isTooSlow(length, Duration.ofNanos(now - began))) {
      abort(new SlowBodyException());
    }
  }

  private void abort(Throwable reason) {
    bytes = null;
    whole.completeExceptionally(reason);
  }
}
