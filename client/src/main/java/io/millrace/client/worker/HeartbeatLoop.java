package io.millrace.client.worker;

import io.millrace.client.api.WorkersApi;
import io.millrace.client.error.MillraceException;
import io.millrace.client.model.WorkerModel.HeartbeatAnswer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells the server what the worker runs, and hears what is over, from its start to its end. */
final class HeartbeatLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(HeartbeatLoop.class.getName());
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(2);

  private final String id;
  private final Function<Duration, WorkersApi> workers;
  private final AttemptTable table;
  private final WorkerPause pause;
  private final Set<String> reminded = new HashSet<>();
  private final Set<String> warned = new HashSet<>();
  private Duration interval = Duration.ofSeconds(1);

  /**
   * @param workers the API with a timeout
   */
  HeartbeatLoop(
      String id, Function<Duration, WorkersApi> workers, AttemptTable table, WorkerPause pause) {
    this.id = id;
    this.workers = workers;
    this.table = table;
    this.pause = pause;
  }

  @Override
  public void run() {
    while (!pause.isEnded()) {
      beat();
      pause.sleep(interval);
    }
  }

  private void beat() {
    Duration timeout = interval.compareTo(SHORTEST_TIMEOUT) > 0 ? interval : SHORTEST_TIMEOUT;
    try {
      HeartbeatAnswer answer = workers.apply(timeout).sendHeartbeat(id, table.ownUids());
      interval = Duration.ofMillis(Math.max(100, Math.round(answer.heartbeatSeconds() * 1000)));
      table.stop(answer.stop());
    } catch (MillraceException away) {
      LOG.log(Level.DEBUG, "A heartbeat was not taken", away);
    }
    List<WorkerAttempt> stuck = table.all().stream().filter(WorkerAttempt::isStuck).toList();
    stuck.forEach(this::remind);
    Set<String> uids = stuck.stream().map(WorkerAttempt::uid).collect(Collectors.toSet());
    reminded.retainAll(uids);
    warned.retainAll(uids);
    reminded.addAll(uids);
  }

  /** Some handlers need to be told twice. Others never listen, and keep their slot. */
  private void remind(WorkerAttempt attempt) {
    attempt.stop();
    if (reminded.contains(attempt.uid()) && warned.add(attempt.uid())) {
      LOG.log(
          Level.WARNING,
          "The task {0} is over, but its handler still runs: it keeps its slot until it returns",
          attempt.task.taskId());
    }
  }
}
