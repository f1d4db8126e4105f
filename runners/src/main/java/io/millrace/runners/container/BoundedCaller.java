package io.millrace.runners.container;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Gives up calls of the engine that take too long. The client's own timeout does not work with
 * sockets of Unix, so an engine that hangs would hold the caller for ever.
 */
final class BoundedCaller implements AutoCloseable {
  private final Duration within;
  private final ExecutorService threads = Executors.newCachedThreadPool(BoundedCaller::daemon);

  BoundedCaller(Duration within) {
    this.within = within;
  }

  /**
   * Returns what the call returns.
   *
   * @throws RuntimeException that of the call, or one with a {@link TimeoutException} as its cause
   */
  <T> T call(Supplier<T> call) {
    Future<T> answer = threads.submit(call::get);
    try {
      return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new CompletionException(
          new TimeoutException("it did not answer within " + within.toSeconds() + " s"));
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException fault
          ? fault
          : new CompletionException(failed.getCause());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    } finally {
      answer.cancel(true); // an interrupt closes the connection, which ends the thread
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "container-engine");
    thread.setDaemon(true);
    return thread;
  }
}
