package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.JobModel.JobSummary;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Jobs. */
@Command(
    name = "jobs",
    aliases = "job",
    description = "Jobs: their triggers, their steps, and when they run next.",
    footer = {
      "",
      "Examples:",
      "  millrace get jobs --project reports",
      "  millrace get job reports/daily-load     by project and name, by name, or by id"
    })
final class GetJobs extends GetKind<JobSummary> {
  @Option(names = "--project", paramLabel = "NAME", description = "Of this project.")
  @Nullable String project;

  @Option(names = "--search", paramLabel = "TEXT", description = "With this text in the name.")
  @Nullable String search;

  @Override
  Stream<JobSummary> all(CliSession cli) {
    return cli.client().jobs().allJobs(project, null, search);
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().jobs().getJob(JobFinder.id(cli.client(), wanted));
  }

  @Override
  TableLayout<JobSummary> layout() {
    return new TableLayout<JobSummary>()
        .column("ID", JobSummary::id)
        .column("PROJECT", JobSummary::project)
        .column("NAME", JobSummary::name)
        .state("STATE", job -> job.paused() ? "paused" : "on")
        .column("STEPS", job -> job.steps().size())
        .column("NEXT", job -> job.nextFire() == null ? null : job.nextFire().dueAt())
        .column("LATEST", job -> job.latest() == null ? null : job.latest().states());
  }
}
