package io.millrace.cli.watch;

import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.CellText;
import io.millrace.cli.output.Printer;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.RefreshModel.Decision;
import io.millrace.client.model.RefreshModel.NextEvent;
import io.millrace.client.model.RefreshModel.RefreshState;
import io.millrace.client.model.RefreshModel.RuleCheck;
import io.millrace.client.model.TaskModel.Wait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why something is, or is not, refreshed; for people. */
record Explanation(
    RefreshState refresh,
    @Nullable NextEvent next,
    @Nullable Wait waiting,
    boolean allowed,
    List<RuleCheck> rules,
    List<Decision> decisions) {

  /**
   * Shows it to people, and the answer of the server to programs.
   *
   * @param answer what it was made of
   */
  ExitCode show(Printer printer, Object answer) {
    if (printer.isTable()) {
      print(printer);
    } else {
      printer.document(answer);
    }
    return ExitCode.DONE;
  }

  private void print(Printer printer) {
    printer.line("State:   " + refresh.state());
    if (next != null) {
      String at = next.at() == null ? "" : " at " + CellText.of(next.at());
      printer.line("Next:    " + next.what() + at + ": " + next.text());
    }
    if (waiting != null) {
      printer.line("Waits:   " + waiting.blocker() + ": " + waiting.text());
      start(printer, waiting);
    }
    printer.line("Allowed: " + (allowed ? "yes, a refresh may start now" : "no, see the rules"));
    if (refresh.failingSince() != null) {
      printer.line("Failing: since " + CellText.of(refresh.failingSince()));
    }
    if (refresh.refreshDisabledUntilUpdate() != null) {
      printer.line("Disabled: " + CellText.of(refresh.refreshDisabledMessage()));
    }
    rules(printer, rules);
    printer.heading("Last decisions");
    printer.rows(
        decisions.stream(),
        new TableLayout<Decision>()
            .column("AT", Decision::at)
            .column("WHAT", Decision::what)
            .column("ASKED BY", Decision::askedBy)
            .column("DETAIL", Decision::detail));
  }

  private static void start(Printer printer, Wait wait) {
    if (wait.startP50() != null) {
      printer.line(
          "Starts:  probably at "
              + CellText.of(wait.startP50())
              + ", nine of ten times before "
              + CellText.of(wait.startP90()));
    } else if (!wait.noEstimate().isEmpty()) {
      printer.line("Starts:  no estimate: " + wait.noEstimate());
    }
  }

  static void rules(Printer printer, List<RuleCheck> rules) {
    printer.heading("Rules");
    printer.rows(
        rules.stream(),
        new TableLayout<RuleCheck>()
            .column("RULE", RuleCheck::rule)
            .state("", rule -> rule.passes() ? "ok" : "fail")
            .column("BECAUSE", RuleCheck::values));
  }
}
