package io.millrace.client.worker;

import io.millrace.client.MillraceClient;
import io.millrace.client.transport.RetryBackoff;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes a worker before it starts. */
public final class WorkerBuilder {
  private final MillraceClient client;
  private final Map<String, TaskHandler> handlers = new LinkedHashMap<>();
  private @Nullable String id;
  private String pool = "default";
  private int slots = 1;
  private Duration claimWait = Duration.ofSeconds(20);
  private Duration drainTimeout = Duration.ofMinutes(10);
  private boolean captureOutput = true;
  private boolean closeOnExit = true;
  private LogBuffer.Limits logLimits = LogBuffer.Limits.DEFAULT;
  private RetryBackoff backoff = RetryBackoff.DEFAULT;

  WorkerBuilder(MillraceClient client) {
    this.client = client;
  }

  /** What it does for the tasks of a queue. Call it once for each queue. */
  public WorkerBuilder queue(String name, TaskHandler handler) {
    if (handlers.put(name, Objects.requireNonNull(handler)) != null) {
      throw new IllegalArgumentException("queue = " + name + ": has two handlers");
    }
    return this;
  }

  /** How many tasks it runs at once, from 1 to 1,000; 1 unless given. */
  public WorkerBuilder slots(int number) {
    slots = number;
    return this;
  }

  /** Its id. Unless given, it is made of the host and the process. No two may have the same. */
  public WorkerBuilder id(String name) {
    id = name;
    return this;
  }

  /** The pool whose channels it uses; {@code default} unless given. */
  public WorkerBuilder pool(String name) {
    pool = name;
    return this;
  }

  /** How long a claim stays open, up to 60 s; 20 s unless given. */
  public WorkerBuilder claimWait(Duration wait) {
    claimWait = wait;
    return this;
  }

  /** How long {@link Worker#close} waits for the running tasks; 10 minutes unless given. */
  public WorkerBuilder drainTimeout(Duration longest) {
    drainTimeout = longest;
    return this;
  }

  /** Whether what a handler prints goes to the log of its task; true unless given. */
  public WorkerBuilder captureOutput(boolean capture) {
    captureOutput = capture;
    return this;
  }

  /** Whether a SIGTERM to this JVM closes the worker first; true unless given. */
  public WorkerBuilder closeOnExit(boolean close) {
    closeOnExit = close;
    return this;
  }

  /** How much of a log waits to be sent for each task: the oldest lines beyond it are dropped. */
  public WorkerBuilder logLimits(int lines, int characters) {
    logLimits = new LogBuffer.Limits(lines, characters);
    return this;
  }

  /** How long it waits while the server is away. */
  public WorkerBuilder backoff(RetryBackoff waits) {
    backoff = waits;
    return this;
  }

  /** Starts it. It works until it is closed, or until the server refuses it. */
  public Worker start() {
    return Worker.start(
        client,
        new WorkerSettings(
            id == null ? WorkerName.next() : id,
            pool,
            handlers,
            slots,
            claimWait,
            drainTimeout,
            captureOutput,
            closeOnExit,
            logLimits,
            backoff));
  }
}
