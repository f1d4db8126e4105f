package io.millrace.client.worker;

import io.millrace.client.model.ReportModel.ProgressReport;
import io.millrace.client.model.ReportModel.ReportedLine;
import io.millrace.client.model.WorkerModel.ClaimedTask;
import java.nio.charset.Charset;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of this worker: who runs it, what is left to report, and whether it is still the
 * worker's own.
 */
final class WorkerAttempt implements OutputCapture.Sink {
  final ClaimedTask task;
  final LogBuffer log;

  /** Held while lines are sent, so that they stay in order. */
  final ReentrantLock sending = new ReentrantLock();

  /** Lines that were taken and not acknowledged. Guarded by {@link #sending}. */
  List<ReportedLine> unacknowledged = List.of();

  private final Clock clock;
  private final LineAssembler out;
  private final LineAssembler err;
  private @Nullable ProgressReport progress;
  private @Nullable Thread thread;
  private volatile boolean inHandler = true;
  private volatile boolean stopped;

  WorkerAttempt(ClaimedTask task, LogBuffer.Limits limits, Clock clock) {
    this.task = task;
    this.log = new LogBuffer(limits);
    this.clock = clock;
    this.out = new LineAssembler(Charset.defaultCharset(), line -> print("info", line));
    this.err = new LineAssembler(Charset.defaultCharset(), line -> print("error", line));
  }

  String uid() {
    return task.attemptUid();
  }

  /** Lines that come after the handler has returned are nobody's. */
  void print(String level, String line) {
    if (inHandler) {
      log.add(clock.instant(), level, line);
    }
  }

  @Override
  public void write(boolean error, byte[] bytes, int offset, int count) {
    (error ? err : out).write(bytes, offset, count);
  }

  @Override
  public boolean isOpen() {
    return inHandler && !stopped;
  }

  /** Only the latest progress is kept until it is sent. What is absent stays as it was. */
  synchronized void progress(@Nullable Integer percent, @Nullable String status) {
    ProgressReport before = progress == null ? new ProgressReport(uid(), null, null) : progress;
    progress =
        new ProgressReport(
            uid(),
            percent == null ? before.percent() : percent,
            status == null ? before.userFriendlyStatus() : status);
  }

  /** It was not sent. It goes with the next report, unless something newer was said. */
  synchronized void putBack(ProgressReport unsent) {
    ProgressReport newer = progress;
    progress = unsent;
    if (newer != null) {
      progress(newer.percent(), newer.userFriendlyStatus());
    }
  }

  synchronized @Nullable ProgressReport takeProgress() {
    ProgressReport latest = progress;
    progress = null;
    return latest;
  }

  /** Whether its result is no longer needed. */
  boolean isStopped() {
    return stopped;
  }

  /** Whether its handler still runs although it was stopped. */
  synchronized boolean isStuck() {
    return stopped && inHandler && thread != null;
  }

  /** The thread that the handler runs on, from now on. */
  synchronized void enterHandler(Thread runner) {
    thread = runner;
    if (stopped) {
      runner.interrupt();
    }
  }

  /** After this the thread is never interrupted because of this attempt. */
  synchronized void leaveHandler() {
    out.flush();
    err.flush();
    inHandler = false;
    Thread.interrupted();
  }

  /** The attempt is over. A handler that still runs is interrupted, each time that this is said. */
  synchronized void stop() {
    stopped = true;
    if (inHandler && thread != null) {
      thread.interrupt();
    }
  }
}
