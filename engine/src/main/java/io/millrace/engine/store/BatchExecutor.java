package io.millrace.engine.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Deals with what comes in by groups: whatever arrives while one group is worked on is in the next.
 * Nothing is dropped; what may be in flight is bounded where it enters the node.
 */
final class BatchExecutor<T> implements AutoCloseable {
  private final int batchSize;
  private final Consumer<List<T>> work;

  /** What is to be dealt with; an empty one ends a thread. */
  private final LinkedBlockingQueue<Optional<T>> queue = new LinkedBlockingQueue<>();

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /**
   * @param work what to do with a group; it must not throw
   */
  BatchExecutor(String name, int parallelism, int groupSize, Consumer<List<T>> work) {
    this.batchSize = groupSize;
    this.work = work;
    for (int i = 0; i < parallelism; i++) {
      Thread thread = new Thread(this::run, name + "-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  /** False if it is closed, and nothing will be done about it. */
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
        List<T> group = new ArrayList<>();
        group.add(first.get());
        takeMore(group);
        work.accept(group);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeMore(List<T> group) {
    while (group.size() < batchSize) {
      Optional<T> next = queue.poll();
      if (next == null) {
        return;
      }
      if (next.isEmpty()) {
        queue.add(next); // for whoever comes next, be it this thread
        return;
      }
      group.add(next.get());
    }
  }

  /** What is there is still dealt with. */
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
