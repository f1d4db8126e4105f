package io.millrace.engine.policy;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of an {@link Attempt}. Parts that can be absent may be left out. */
public final class AttemptBuilder {
  private @Nullable UUID uid;
  private @Nullable Integer no;
  private @Nullable TaskReason reason;
  private @Nullable Integer priority;
  private @Nullable String source;
  private @Nullable String system;
  private @Nullable String pool;
  private @Nullable String queue;
  private @Nullable Duration timeout;
  private @Nullable Instant queuedAt;
  private @Nullable Booking interrupted;

  AttemptBuilder() {}

  AttemptBuilder(Attempt from) {
    uid = from.uid();
    no = from.no();
    reason = from.reason();
    priority = from.priority();
    source = from.source();
    system = from.system();
    pool = from.pool();
    queue = from.queue();
    timeout = from.timeout();
    queuedAt = from.queuedAt();
    interrupted = from.interrupted();
  }

  public AttemptBuilder uid(UUID uid) {
    this.uid = uid;
    return this;
  }

  public AttemptBuilder no(int no) {
    this.no = no;
    return this;
  }

  public AttemptBuilder reason(TaskReason reason) {
    this.reason = reason;
    return this;
  }

  public AttemptBuilder priority(int priority) {
    this.priority = priority;
    return this;
  }

  public AttemptBuilder source(@Nullable String source) {
    this.source = source;
    return this;
  }

  public AttemptBuilder system(String system) {
    this.system = system;
    return this;
  }

  public AttemptBuilder pool(String pool) {
    this.pool = pool;
    return this;
  }

  public AttemptBuilder queue(String queue) {
    this.queue = queue;
    return this;
  }

  public AttemptBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  public AttemptBuilder queuedAt(Instant queuedAt) {
    this.queuedAt = queuedAt;
    return this;
  }

  public AttemptBuilder interrupted(@Nullable Booking interrupted) {
    this.interrupted = interrupted;
    return this;
  }

  public Attempt build() {
    return new Attempt(
        requireNonNull(uid, "uid"),
        requireNonNull(no, "no"),
        requireNonNull(reason, "reason"),
        requireNonNull(priority, "priority"),
        source,
        requireNonNull(system, "system"),
        requireNonNull(pool, "pool"),
        requireNonNull(queue, "queue"),
        requireNonNull(timeout, "timeout"),
        requireNonNull(queuedAt, "queuedAt"),
        interrupted);
  }
}
