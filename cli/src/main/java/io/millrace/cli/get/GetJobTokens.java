package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.command.ListOptions;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.JobTokenModel.Token;
import io.millrace.client.model.JobTokenModel.TokenState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tokens of a job. */
@Command(
    name = "tokens",
    description = "Tokens of a job: its steps at their logical times, the latest first.",
    footer = {
      "",
      "Examples:",
      "  millrace get tokens daily-load",
      "  millrace get tokens reports/daily-load --state FAILED --first 2026-01-01",
      "",
      "Access tokens are another thing: millrace tokens list"
    })
final class GetJobTokens extends ClientCommand {
  @Parameters(paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Option(names = "--first", paramLabel = "TIME", description = "From this logical time.")
  @Nullable String first;

  @Option(names = "--last", paramLabel = "TIME", description = "Until this logical time, with it.")
  @Nullable String last;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "WAITING, ACTIVE, SUCCESS, FAILED or CANCELED.")
  @Nullable TokenState state;

  @Mixin ListOptions list = new ListOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    Instant now = cli.shell().clock().instant();
    list.show(
        cli.printer(),
        cli.client()
            .jobTokens()
            .allTokens(
                JobFinder.id(cli.client(), job),
                TimeText.past("--first", first, now),
                TimeText.past("--last", last, now),
                state),
        new TableLayout<Token>()
            .column("LOGICAL TIME", Token::logicalTime)
            .column("STEP", Token::step)
            .state("STATE", Token::state)
            .column("ARRIVED", Token::count)
            .column("CHANGED", Token::changedAt));
    return ExitCode.DONE;
  }
}
