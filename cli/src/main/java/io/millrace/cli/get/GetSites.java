package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.DirectoryModel.Site;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sites. */
@Command(
    name = "sites",
    aliases = "site",
    description = "Sites, and how their user-sites are refreshed.",
    footer = {"", "Examples:", "  millrace get sites --provider acme", "  millrace get site isp"})
final class GetSites extends GetKind<Site> {
  @Option(names = "--provider", paramLabel = "NAME", description = "Of this provider.")
  @Nullable String provider;

  @Override
  Stream<Site> all(CliSession cli) {
    return cli.client().directory().allSites(provider);
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().directory().getSite(wanted);
  }

  @Override
  TableLayout<Site> layout() {
    return new TableLayout<Site>()
        .column("ID", Site::id)
        .column("PROVIDER", Site::provider)
        .column("SUPPORTED", Site::supported)
        .column("MAINTENANCE", Site::maintenance)
        .column("SCRAPING", Site::scraping)
        .column("SCHEDULE", Site::schedule)
        .column("POOL", Site::pool);
  }
}
