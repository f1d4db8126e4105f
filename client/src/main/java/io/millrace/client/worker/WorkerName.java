package io.millrace.client.worker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;

/** The id of a worker that was given none: host, process, and a number from the second on. */
final class WorkerName {
  private static final AtomicInteger WORKERS = new AtomicInteger();

  private WorkerName() {}

  static String next() {
    int number = WORKERS.incrementAndGet();
    String suffix = number == 1 ? "" : "-" + number;
    return host() + "-" + ProcessHandle.current().pid() + suffix;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
    } catch (UnknownHostException nameless) {
      return "worker";
    }
  }
}
