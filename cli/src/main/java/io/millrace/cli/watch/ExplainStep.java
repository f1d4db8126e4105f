package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.JobFinder;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.JobTokenModel.StepToken;
import io.millrace.client.model.JobTokenModel.TokensAtTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a step waits for, and how it ran. */
@Command(
    name = "step",
    description = "What the steps of a job wait for at one logical time, and how they ran.",
    footer = {
      "",
      "Examples:",
      "  millrace explain step daily-load --time 2026-01-31          all steps",
      "  millrace explain step daily-load load --time 2026-01-31     one of them"
    })
final class ExplainStep extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Its id, its name, or project/name.")
  String job = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "STEP", description = "Only this step.")
  @Nullable String step;

  @Option(
      names = "--time",
      required = true,
      paramLabel = "TIME",
      description = "The logical time, such as 2026-01-31T00:00:00Z or 2026-01-31.")
  String time = "";

  @Override
  protected ExitCode run(CliSession cli) {
    Instant logicalTime = TimeText.exact("--time", time);
    TokensAtTime found =
        cli.client().jobTokens().getTokens(JobFinder.id(cli.client(), job), logicalTime, step);
    if (!cli.printer().isTable()) {
      cli.printer().document(found);
      return ExitCode.DONE;
    }
    cli.printer()
        .rows(
            found.steps().stream(),
            new TableLayout<StepToken>()
                .column("STEP", StepToken::step)
                .state("STATE", StepToken::state)
                .column("ARRIVED", each -> each.count() + " of " + each.threshold())
                .column("MISSING", StepToken::missing)
                .column("WAITS FOR", ExplainStep::waitsFor)
                .column("LIKELY START", ExplainStep::likelyStart)
                .column("NEXT RETRY", StepToken::nextRetry)
                .column("LAST TASK", ExplainStep::lastTask));
    return ExitCode.DONE;
  }

  private static @Nullable String waitsFor(StepToken token) {
    return token.waiting() == null
        ? null
        : token.waiting().blocker() + ": " + token.waiting().text();
  }

  private static @Nullable Instant likelyStart(StepToken token) {
    return token.waiting() == null ? null : token.waiting().startP50();
  }

  private static @Nullable String lastTask(StepToken token) {
    return token.runs().isEmpty()
        ? null
        : token.runs().get(0).id() + " " + token.runs().get(0).status();
  }
}
