package io.millrace.client.api;

import io.millrace.client.model.PageRequest;
import io.millrace.client.model.WorkerModel.ClaimedTasks;
import io.millrace.client.model.WorkerModel.HeartbeatAnswer;
import io.millrace.client.model.WorkerModel.Worker;
import io.millrace.client.model.WorkerModel.WorkerPage;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Workers, and what they claim. {@code Worker} does all of it by itself. */
public final class WorkersApi {
  private final ApiCaller caller;

  public WorkersApi(ApiCaller caller) {
    this.caller = caller;
  }

  /**
   * Waits for tasks. An empty list is no error: claim again.
   *
   * @param wait up to 60 s
   * @param max from 1 to 100
   * @param pool absent for the default pool
   */
  public ClaimedTasks claimTasks(
      String id, Duration wait, int max, Set<String> queues, @Nullable String pool) {
    return caller.call(
        ApiRequest.post("/workers/{id}/claims", id)
            .query("wait", LongPollTimeout.seconds(wait))
            .query("max", max)
            .query("queue", queues.isEmpty() ? null : String.join(",", queues))
            .query("pool", pool)
            .timeout(LongPollTimeout.of(wait)),
        ClaimedTasks.class);
  }

  /** Says which attempts the worker runs, and hears which of them are over. */
  public HeartbeatAnswer sendHeartbeat(String id, Set<String> attempts) {
    return caller.call(
        ApiRequest.post("/workers/{id}/heartbeat", id)
            .json(Map.of("attempts", attempts))
            .repeatable(),
        HeartbeatAnswer.class);
  }

  public WorkerPage listWorkers(PageRequest page) {
    return caller.call(
        ApiRequest.get("/workers").query("limit", page.limit()).query("after", page.after()),
        WorkerPage.class);
  }

  /** All workers. */
  public Stream<Worker> allWorkers() {
    return PageStream.of(page -> listWorkers(page));
  }

  public Worker getWorker(String id) {
    return caller.call(ApiRequest.get("/workers/{id}", id), Worker.class);
  }
}
