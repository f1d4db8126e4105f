package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.DirectoryModel.User;
import io.millrace.client.model.DirectoryModel.UserStatus;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Users. */
@Command(
    name = "users",
    aliases = "user",
    description = "Users, who have user-sites.",
    footer = {
      "",
      "Examples:",
      "  millrace get users --client app --status BLOCKED",
      "  millrace get user ann"
    })
final class GetUsers extends GetKind<User> {
  @Option(names = "--client", paramLabel = "ID", description = "Of this client.")
  @Nullable String client;

  @Option(names = "--status", paramLabel = "STATUS", description = "ACTIVE or BLOCKED.")
  @Nullable UserStatus status;

  @Override
  Stream<User> all(CliSession cli) {
    return cli.client().directory().allUsers(client, status);
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().directory().getUser(wanted);
  }

  @Override
  TableLayout<User> layout() {
    return new TableLayout<User>()
        .column("ID", User::id)
        .column("CLIENT", User::client)
        .state("STATUS", User::status)
        .column("LAST LOGIN", User::lastLogin);
  }
}
