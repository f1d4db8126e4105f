package io.millrace.engine.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Processes items in batches: items that arrive while a batch is processed form the next one.
 * Nothing is dropped; the number of items in flight is bounded where they enter the node.
 */
final class BatchExecutor<T> implements AutoCloseable {
  private final int batchSize;
  private final Consumer<List<T>> work;
  private final Consumer<Error> onError;

  /** The items to process. An empty one ends a thread. */
  private final LinkedBlockingQueue<Optional<T>> queue = new LinkedBlockingQueue<>();

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /**
   * @param work processes a batch; it throws nothing but an error
   * @param onError gets the error; the thread continues with the next batch
   */
  BatchExecutor(
      String name,
      int parallelism,
      int batchSize,
      Consumer<List<T>> work,
      Consumer<Error> onError) {
    this.batchSize = batchSize;
    this.work = work;
    this.onError = onError;
    for (int i = 0; i < parallelism; i++) {
      Thread thread = new Thread(this::run, name + "-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  /** Adds an item. Returns false if this is closed, and the item will not be processed. */
  boolean submit(T item) {
    queue.add(Optional.of(item));
    return !(closed && queue.remove(Optional.of(item)));
  }

  int waiting() {
    return queue.size();
  }

  private void run() {
    try {
      for (Optional<T> first = queue.take(); first.isPresent(); first = queue.take()) {
        List<T> batch = new ArrayList<>();
        batch.add(first.get());
        takeMore(batch);
        process(batch);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void process(List<T> batch) {
    try {
      work.accept(batch);
    } catch (Error error) {
      onError.accept(error);
    }
  }

  private void takeMore(List<T> batch) {
    while (batch.size() < batchSize) {
      Optional<T> next = queue.poll();
      if (next == null) {
        return;
      }
      if (next.isEmpty()) {
        queue.add(next); // for the next thread that looks, which may be this one
        return;
      }
      batch.add(next.get());
    }
  }

  /** Processes the remaining items first. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(thread -> queue.add(Optional.empty()));
    for (Thread thread : threads) {
      try {
        thread.join(10_000);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
