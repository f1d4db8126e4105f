package io.millrace.http;

/**
 * Where Java runs what follows when a future is complete. On one or two cores it would start a new
 * thread for each such step: three for every request. So there the common pool gets the two threads
 * that Java asks for before it uses it.
 */
final class AsyncThreads {
  private static final String SETTING = "java.util.concurrent.ForkJoinPool.common.parallelism";
  private static final int LEAST = 2;

  private AsyncThreads() {}

  /** Call it before anything else, because Java reads the setting only once. */
  static void ensureTwoThreads() {
    if (Runtime.getRuntime().availableProcessors() <= LEAST
        && System.getProperty(SETTING) == null) {
      System.setProperty(SETTING, Integer.toString(LEAST));
    }
  }
}
