package io.millrace.chaos;

import io.millrace.client.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;

/** A worker of the trial: it writes down which attempts it begins, and takes a little time each. */
final class LedgerWorker {
  private LedgerWorker() {}

  /**
   * @param args the address of a node, and its own id
   */
  public static void main(String[] args) throws InterruptedException {
    Path ledger = Path.of(System.getenv("LEDGER"));
    Worker worker =
        Worker.at(args[0], System.getenv("MILLRACE_TOKEN"))
            .id(args[1])
            .slots(4)
            .claimWait(Duration.ofSeconds(5))
            .queue(
                "java",
                task -> {
                  Files.writeString(ledger, task.attemptUid() + "\n", StandardOpenOption.APPEND);
                  task.log("task " + task.body().path("n").asInt());
                  Thread.sleep(task.body().path("millis").asLong());
                  return Map.of("n", task.body().path("n").asInt());
                })
            .start();
    worker.awaitEnd();
  }
}
