package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.LogPrinter;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.FlywheelModel.ForcedRefresh;
import io.millrace.client.model.TaskModel.TaskStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Refreshes all user-sites of a user. */
@Command(
    name = "user",
    description = "Refreshes all user-sites of a user, and says which were skipped and why.",
    footer = {"", "Examples:", "  millrace run user ann", "  millrace run user ann --wait"})
final class RunUser extends ClientCommand {
  /** What became of one user-site, and how its task ended. */
  record UserSiteRun(String userSite, String taskId, String skipped, @Nullable TaskStatus status) {}

  @Parameters(paramLabel = "ID", description = "The user.")
  String id = "";

  @Option(names = "--wait", description = "Waits for all tasks. Exit code 1 if any failed.")
  boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description = "With --wait: how long for each. Unless given: ${DEFAULT-VALUE}.")
  String timeout = "24h";

  @Override
  protected ExitCode run(CliSession cli) {
    Duration longest = TimeText.duration("--timeout", timeout);
    List<UserSiteRun> runs =
        cli.client().flywheel().refreshUser(id).userSites().stream()
            .map(each -> outcome(cli, each, longest))
            .toList();
    cli.printer()
        .list(
            runs.stream(),
            new TableLayout<UserSiteRun>()
                .column("USER-SITE", UserSiteRun::userSite)
                .column("TASK", UserSiteRun::taskId)
                .column("SKIPPED", UserSiteRun::skipped)
                .state("STATUS", UserSiteRun::status));
    return ExitCode.ofSuccess(
        runs.stream().allMatch(run -> run.status == null || run.status == TaskStatus.SUCCESS));
  }

  private UserSiteRun outcome(CliSession cli, ForcedRefresh each, Duration longest) {
    boolean runs = each.taskId() != null && !each.taskId().isEmpty();
    if (!wait || !runs) {
      return new UserSiteRun(each.userSite(), each.taskId(), each.skipped(), null);
    }
    LogPrinter.follow(cli, each.taskId(), longest, line -> {});
    TaskStatus status = cli.client().tasks().getTask(each.taskId()).status();
    return new UserSiteRun(each.userSite(), each.taskId(), each.skipped(), status);
  }
}
