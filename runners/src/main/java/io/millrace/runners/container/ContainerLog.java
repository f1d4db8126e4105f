package io.millrace.runners.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.LineSplitter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Splits what a container writes into the lines of its task's log, as they come. */
final class ContainerLog extends ResultCallback.Adapter<Frame> {
  private final LineSplitter output;
  private final LineSplitter errors;
  private final CompletableFuture<Void> begin = new CompletableFuture<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile String lastError = "";

  ContainerLog(Execution execution) {
    this.output = new LineSplitter(execution.mask(), line -> execution.log(Level.INFO, line));
    this.errors =
        new LineSplitter(
            execution.mask(),
            line -> {
              if (!line.isBlank()) {
                lastError = line;
              }
              execution.log(Level.ERROR, line);
            });
  }

  @Override
  public void onStart(Closeable stream) {
    super.onStart(stream);
    begin.complete(null);
  }

  @Override
  public void onNext(Frame frame) {
    LineSplitter lines = frame.getStreamType() == StreamType.STDERR ? errors : output;
    lines.add(ByteBuffer.wrap(frame.getPayload()));
  }

  @Override
  public void onComplete() {
    endOnce();
    super.onComplete();
  }

  @Override
  public void onError(Throwable fault) {
    begin.completeExceptionally(fault);
    endOnce();
    try {
      close();
    } catch (IOException harmless) {
      // The stream is over anyway.
    }
  }

  /** Completes when the engine sends what the container writes; fails if it does not. */
  CompletableFuture<Void> begin() {
    return begin;
  }

  /** Both streams end together, and only once. */
  private synchronized void endOnce() {
    if (!end.isDone()) {
      output.end();
      errors.end();
      end.complete(null);
    }
  }

  /** Completes at the end of both streams, or when the connection breaks. */
  CompletableFuture<Void> end() {
    return end;
  }

  /** The last line of the error stream that is not blank; may be empty. */
  String lastError() {
    return lastError;
  }
}
