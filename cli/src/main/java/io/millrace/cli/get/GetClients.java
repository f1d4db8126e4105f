package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.DirectoryModel.Client;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Clients. */
@Command(
    name = "clients",
    aliases = "client",
    description = "Clients, to whom users belong.",
    footer = {"", "Examples:", "  millrace get clients", "  millrace get client app -o yaml"})
final class GetClients extends GetKind<Client> {
  @Override
  Stream<Client> all(CliSession cli) {
    return cli.client().directory().allClients();
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().directory().getClient(wanted);
  }

  @Override
  TableLayout<Client> layout() {
    return new TableLayout<Client>()
        .column("ID", Client::id)
        .column("NAME", Client::name)
        .column("PER DAY", Client::refreshesPerDay)
        .column("NEEDS LOGIN", Client::requiresRecentLogin);
  }
}
