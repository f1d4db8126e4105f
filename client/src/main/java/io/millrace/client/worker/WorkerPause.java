package io.millrace.client.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits that end early when the worker ends. */
final class WorkerPause {
  private final CountDownLatch end = new CountDownLatch(1);

  boolean isEnded() {
    return end.getCount() == 0;
  }

  void end() {
    end.countDown();
  }

  /** An interrupt ends it early, too, and stays to be seen. */
  void sleep(Duration duration) {
    try {
      end.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
