package io.millrace.client.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.WorkerModel.ClaimedTask;
import io.millrace.client.transport.JsonCodec;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task as its handler sees it. */
public final class WorkerTask {
  private static final int LONGEST_STATUS = 500;

  private final WorkerAttempt attempt;

  WorkerTask(WorkerAttempt attempt) {
    this.attempt = attempt;
  }

  private ClaimedTask claimed() {
    return attempt.task;
  }

  public String taskId() {
    return claimed().taskId();
  }

  /** Another one for each attempt. Use it to tell attempts apart. */
  public String attemptUid() {
    return claimed().attemptUid();
  }

  /** From 1. */
  public int attemptNo() {
    return claimed().attemptNo();
  }

  public String source() {
    return claimed().source();
  }

  public String collection() {
    return claimed().collection();
  }

  public String queue() {
    return claimed().queue();
  }

  public String pool() {
    return claimed().pool();
  }

  /** The time that the run of a job's step is for; absent for other tasks. */
  public @Nullable Instant logicalTime() {
    return claimed().logicalTime();
  }

  /** When the attempt ends, whatever the handler does. */
  public Instant deadline() {
    return claimed().deadline();
  }

  /** What the definition says. */
  public JsonNode body() {
    return claimed().body();
  }

  /** The body as a value of your own. */
  public <T> T body(Class<T> type) {
    return JsonCodec.MAPPER.convertValue(claimed().body(), type);
  }

  /** The outputs of the steps before it, by their references. */
  public JsonNode inputs() {
    return claimed().inputs();
  }

  /** The config of its project. */
  public Map<String, String> config() {
    return claimed().config();
  }

  /** The secrets that its definition names. Do not print them. */
  public Map<String, String> secrets() {
    return claimed().secrets();
  }

  /** Adds a line to its log. It never blocks. */
  public void log(String line) {
    attempt.print("info", line);
  }

  /** Adds a line of an error to its log. */
  public void logError(String line) {
    attempt.print("error", line);
  }

  /** Says how far it is, from 0 to 100. It never blocks, and only the latest is sent. */
  public void progress(int percent) {
    attempt.progress(Math.max(0, Math.min(100, percent)), null);
  }

  /** The same, with a sentence for the person whose data it is. */
  public void progress(int percent, String userFriendlyStatus) {
    attempt.progress(
        Math.max(0, Math.min(100, percent)),
        HandlerOutcome.cut(userFriendlyStatus, LONGEST_STATUS));
  }

  /** Whether the result is no longer needed: the task was canceled, or timed out. */
  public boolean isCanceled() {
    return attempt.isStopped();
  }

  @Override
  public String toString() {
    return taskId();
  }
}
