package io.millrace.cli.doctor;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.error.Failure;
import io.millrace.cli.output.Colour;
import io.millrace.cli.output.SafeText;
import io.millrace.client.error.MillraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Says what is wrong with an installation. */
@Command(
    name = "doctor",
    description = {
      "Says what is wrong with this installation, and what to do next.",
      "Exit code 1 if something is broken; warnings alone are 0."
    },
    footer = {
      "",
      "Examples:",
      "  millrace doctor",
      "  millrace doctor --profile prod -o json | jq '.[] | select(.level != \"ok\")'"
    })
public final class DoctorCommand extends ClientCommand {
  @Override
  protected ExitCode run(CliSession cli) {
    List<DoctorFinding> findings = new ArrayList<>();
    if (ConnectionChecks.look(cli, findings)) {
      findings.addAll(
          guarded("work", () -> new WorkChecks(cli.client()).look(cli.shell().clock().instant())));
      findings.addAll(guarded("workers", () -> new WorkerChecks(cli.client()).look()));
    }
    if (cli.printer().isTable()) {
      findings.forEach(finding -> print(cli, finding));
    } else {
      cli.printer().document(findings);
    }
    return ExitCode.ofSuccess(
        findings.stream().noneMatch(f -> f.level() == DoctorFinding.Level.FAIL));
  }

  /** A check that gets no answer is a finding, and the other checks continue. */
  private static List<DoctorFinding> guarded(String check, Supplier<List<DoctorFinding>> checks) {
    try {
      return checks.get();
    } catch (MillraceException fault) {
      Failure failure = Failure.of(fault);
      return List.of(DoctorFinding.fail(check, failure.message(), failure.next()));
    }
  }

  private static void print(CliSession cli, DoctorFinding finding) {
    String level = "%-4s".formatted(finding.level());
    String painted = cli.printer().hasColour() ? Colour.ofState(level.strip()).paint(level) : level;
    cli.shell()
        .out()
        .println(
            painted + "  " + SafeText.line(finding.check()) + ": " + SafeText.line(finding.text()));
    if (!finding.next().isEmpty()) {
      cli.shell().out().println("      → " + SafeText.line(finding.next()));
    }
  }
}
