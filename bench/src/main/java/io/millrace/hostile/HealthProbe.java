package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Asks for {@code /alive} and {@code /ready} all the time, each on a connection of its own. */
final class HealthProbe implements AutoCloseable {
  private static final long EVERY_MILLIS = 100;

  /**
   * One question.
   *
   * @param trouble empty if it was answered 200
   */
  private record ProbeResult(long began, String path, String trouble) {}

  private final AttackTarget target;
  private final Duration patience;
  private final LatencyRecord alive = new LatencyRecord();
  private final List<ProbeResult> looks = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "health-probe");
  private volatile boolean stopped;

  HealthProbe(AttackTarget target, Duration patience) {
    this.target = target;
    this.patience = patience;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** The longest that {@code /alive} took in this time, in milliseconds. */
  double worstAlive(long from, long to) {
    return alive.worst(from, to);
  }

  List<Finding> findings(long from, long to) {
    Checklist checklist = new Checklist();
    for (ProbeResult look : looks) {
      if (look.began() - from >= 0 && look.began() - to < 0) {
        checklist.check(
            look.path() + " is answered 200 within " + patience.toSeconds() + " s",
            look.trouble().isEmpty(),
            look.trouble());
      }
    }
    return checklist.findings();
  }

  private void run() {
    while (!stopped) {
      long began = System.nanoTime();
      looks.add(new ProbeResult(began, "/alive", trouble("/alive")));
      alive.add(began);
      looks.add(new ProbeResult(System.nanoTime(), "/ready", trouble("/ready")));
      BoundedWait.millis(EVERY_MILLIS);
    }
  }

  private String trouble(String path) {
    byte[] request =
        ("GET " + path + " HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    try {
      RawExchange exchange = RawExchange.of(target.address(), request, patience);
      return exchange.status() == 200 ? "" : "answered '" + exchange.text() + "'";
    } catch (IOException away) {
      return away.toString();
    }
  }

  @Override
  public void close() {
    stopped = true;
  }
}
