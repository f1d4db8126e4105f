package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.TaskOptions;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.BulkRequest;
import io.millrace.client.model.TaskModel.BulkResult;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which of many tasks are meant, and whether it is meant seriously. */
final class BulkOptions {
  @Mixin TaskOptions which = new TaskOptions();

  @Option(names = "--yes", description = "Does it. Without it, tasks are only counted.")
  boolean yes;

  ExitCode apply(CliSession cli, String verb, Function<BulkRequest, BulkResult> action) {
    TaskFilter filter = which.filter(cli.shell().clock().instant());
    BulkResult result =
        action.apply(
            new BulkRequest(
                filter.source(),
                filter.collection(),
                filter.status(),
                filter.start(),
                filter.end(),
                !yes));
    String many = result.matched() + (result.more() ? " or more" : "") + " tasks";
    cli.printer()
        .done(
            result.dryRun()
                ? many + " would be " + verb + ". Add --yes to do it."
                : result.done() + " of " + many + " were " + verb + refused(result),
            result);
    return ExitCode.DONE;
  }

  private static String refused(BulkResult result) {
    return result.refused() == null || result.refused().isEmpty()
        ? "."
        : "; refused: " + result.refused() + ".";
  }
}
