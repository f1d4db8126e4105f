package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.ListOptions;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.RefreshFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Collections of sources, and how their refreshing goes. */
@Command(
    name = "collections",
    aliases = "collection",
    description = "Collections of sources, and the state of their refreshes.",
    footer = {
      "",
      "Examples:",
      "  millrace get collections --search bank",
      "  millrace get collection demo c"
    })
final class GetCollections extends ClientCommand {
  @Parameters(
      arity = "0..2",
      paramLabel = "SOURCE COLLECTION",
      hideParamSyntax = true,
      description = "Shows only this one, with all its fields.")
  String[] names = {};

  @Option(names = "--search", paramLabel = "TEXT", description = "With this text in the name.")
  @Nullable String search;

  @Mixin ListOptions list = new ListOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    if (names.length == 2) {
      cli.printer().item(cli.client().sources().getCollection(names[0], names[1]));
      return ExitCode.DONE;
    }
    RefreshFilter filter = RefreshFilter.ALL.kind("collection");
    String text = search != null ? search : names.length == 1 ? names[0] : null;
    list.show(
        cli.printer(), cli.client().watch().allRefreshes(filter.search(text)), RefreshLayout.of());
    return ExitCode.DONE;
  }
}
