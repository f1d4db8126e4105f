package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.WorkerModel.Worker;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Workers. */
@Command(
    name = "workers",
    aliases = "worker",
    description = "Nodes that run tasks, and remote workers.",
    footer = {"", "Examples:", "  millrace get workers", "  millrace get worker etl-1"})
final class GetWorkers extends GetKind<Worker> {
  @Override
  Stream<Worker> all(CliSession cli) {
    return cli.client().workers().allWorkers();
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().workers().getWorker(wanted);
  }

  @Override
  TableLayout<Worker> layout() {
    return new TableLayout<Worker>()
        .column("ID", Worker::id)
        .column("KIND", Worker::kind)
        .state("STATE", worker -> worker.life().state())
        .column("SLOTS", Worker::slots)
        .column("RUNNING", worker -> worker.running() == null ? 0 : worker.running().size())
        .column("QUEUES", Worker::queues)
        .column("POOLS", Worker::pools)
        .column(
            "LAST SEEN",
            worker ->
                worker.life().lostAt() == null ? worker.life().lastSeen() : worker.life().lostAt());
  }
}
