package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.UserSiteModel.ConnectionStatus;
import io.millrace.client.model.UserSiteModel.UserSiteEntry;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** User-sites. */
@Command(
    name = "user-sites",
    aliases = "user-site",
    description = "User-sites: the connections that are refreshed.",
    footer = {
      "",
      "Examples:",
      "  millrace get user-sites --user ann",
      "  millrace get user-sites --site isp --status STEP_NEEDED",
      "  millrace get user-site ann-bank"
    })
final class GetUserSites extends GetKind<UserSiteEntry> {
  @Option(names = "--user", paramLabel = "ID", description = "Of this user.")
  @Nullable String user;

  @Option(names = "--site", paramLabel = "ID", description = "Of this site.")
  @Nullable String site;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "CONNECTED, STEP_NEEDED or DISCONNECTED.")
  @Nullable ConnectionStatus status;

  @Override
  Stream<UserSiteEntry> all(CliSession cli) {
    return cli.client().userSites().allUserSites(user, site, status);
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().userSites().getUserSite(wanted);
  }

  @Override
  TableLayout<UserSiteEntry> layout() {
    return new TableLayout<UserSiteEntry>()
        .column("ID", UserSiteEntry::id)
        .column("USER", UserSiteEntry::user)
        .column("SITE", UserSiteEntry::site)
        .state("STATUS", UserSiteEntry::status)
        .column("LAST REFRESH", UserSiteEntry::lastRefresh);
  }
}
