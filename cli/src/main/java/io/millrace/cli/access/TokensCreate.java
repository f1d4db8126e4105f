package io.millrace.cli.access;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.TimeText;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.AccessTokenModel.AccessTokenRequest;
import io.millrace.client.model.AccessTokenModel.CreatedAccessToken;
import io.millrace.client.model.AccessTokenModel.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an access token. */
@Command(
    name = "create",
    description = "Creates an access token and prints it, once: it cannot be read later.",
    footer = {
      "",
      "Examples:",
      "  millrace tokens create dashboard --role viewer --file dashboard.token",
      "  millrace tokens create etl --role worker --queue banks --pool default --expires 90d"
    })
final class TokensCreate extends ClientCommand {
  @Parameters(paramLabel = "NAME", description = "What it is for.")
  String name = "";

  @Option(
      names = "--role",
      required = true,
      paramLabel = "ROLE",
      description = "viewer, operator, admin or worker.")
  Role role = Role.VIEWER;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      description = "When it ends: 90d (from now), or a time.")
  @Nullable String expires;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Writes it into a new file that only you can read, and prints nothing.")
  @Nullable String file;

  @Option(names = "--queue", paramLabel = "NAME", description = "Of a worker: a queue; * is all.")
  List<String> queues = List.of();

  @Option(names = "--pool", paramLabel = "NAME", description = "Of a worker: a pool; * is all.")
  List<String> pools = List.of();

  @Option(
      names = "--worker-prefix",
      paramLabel = "TEXT",
      description = "Of a worker: how its id begins.")
  @Nullable String workerPrefix;

  @Option(
      names = "--project",
      paramLabel = "NAME",
      description = "Of a worker: a project whose secrets it may have; * is all.")
  List<String> projects = List.of();

  @Override
  protected ExitCode run(CliSession cli) {
    AccessTokenRequest request =
        new AccessTokenRequest(
            name,
            role,
            TimeText.future("--expires", expires, cli.shell().clock().instant()),
            given(queues),
            given(pools),
            workerPrefix,
            given(projects));
    Path target = file == null ? null : emptyFile(cli.shell().file(file));
    CreatedAccessToken created = cli.client().accessTokens().createAccessToken(request);
    if (target != null) {
      write(target, created.token());
      cli.printer().remark("Token " + created.id() + " is in " + target);
    } else {
      cli.printer().done(created.token(), created);
    }
    return ExitCode.DONE;
  }

  private static @Nullable List<String> given(List<String> names) {
    return names.isEmpty() ? null : names;
  }

  /** Made before the token is, so that no token is lost. */
  private static Path emptyFile(Path target) {
    try {
      return Files.createFile(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (IOException fault) {
      throw CommandException.usage(
          target + " cannot be created: " + fault.getClass().getSimpleName(),
          "Choose the name of a new file.");
    }
  }

  private static void write(Path target, String token) {
    try {
      Files.writeString(target, token + "\n", StandardOpenOption.WRITE);
    } catch (IOException fault) {
      throw new CommandException(
          ExitCode.FAILED, target + " cannot be written: " + fault.getMessage(), "");
    }
  }
}
