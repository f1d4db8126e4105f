package io.millrace.cli.files;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.ImportModel.ImportCounts;
import io.millrace.client.model.ImportModel.ImportResult;
import io.millrace.client.model.ImportModel.RejectedLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports clients, sites, users and user-sites. */
@Command(
    name = "import",
    description = {
      "Imports clients, sites, users and user-sites: one JSON object a line.",
      "A wrong line is rejected alone, and the exit code is 1. Sending the file again is harmless."
    },
    footer = {
      "",
      "Examples:",
      "  millrace import directory.ndjson",
      "  ./dump-users | millrace import - --update",
      "  millrace import directory.ndjson -o json | jq .rejected"
    })
public final class ImportCommand extends ClientCommand {
  private static final Duration LONGEST = Duration.ofDays(1);

  @Parameters(paramLabel = "FILE", description = "A file; - is the standard input.")
  String file = "";

  @Option(names = "--update", description = "Changes entries that exist with other data.")
  boolean update;

  @Override
  protected ExitCode run(CliSession cli) {
    try {
      ProgressBar bar = new ProgressBar(cli.shell().err(), size(cli));
      boolean drawn = cli.shell().errIsTerminal();
      LongConsumer progress = drawn ? bar : done -> {};
      ImportResult result =
          cli.client().directory().importDirectory(lines(cli, progress), update, LONGEST);
      if (drawn) {
        bar.end();
      }
      report(cli, result);
      return ExitCode.ofSuccess(result.rejected().isEmpty() && result.moreRejected() == 0);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    } catch (UncheckedIOException unreadable) {
      throw unreadable(Objects.requireNonNull(unreadable.getCause()));
    }
  }

  private static CommandException unreadable(IOException fault) {
    return CommandException.usage(
        "The file cannot be read: " + fault.getMessage(), "Check its name.");
  }

  /** A file is opened for each try. Anything else can be read only once, so there is one try. */
  private Supplier<InputStream> lines(CliSession cli, LongConsumer progress) throws IOException {
    if (!file.equals("-") && Files.isRegularFile(path(cli))) {
      return () -> {
        try {
          return new ProgressStream(Files.newInputStream(path(cli)), progress);
        } catch (IOException fault) {
          throw new UncheckedIOException(fault);
        }
      };
    }
    InputStream in = file.equals("-") ? cli.shell().in() : Files.newInputStream(path(cli));
    InputStream once = new ProgressStream(in, progress);
    return () -> once;
  }

  private long size(CliSession cli) throws IOException {
    return file.equals("-") ? -1 : Files.size(path(cli));
  }

  private Path path(CliSession cli) {
    return cli.shell().file(file);
  }

  private static void report(CliSession cli, ImportResult result) {
    if (!cli.printer().isTable()) {
      cli.printer().document(result);
      return;
    }
    Map<String, ImportCounts> kinds = new LinkedHashMap<>();
    kinds.put("clients", result.clients());
    kinds.put("sites", result.sites());
    kinds.put("users", result.users());
    kinds.put("user-sites", result.userSites());
    cli.printer()
        .rows(
            kinds.entrySet().stream(),
            new TableLayout<Map.Entry<String, ImportCounts>>()
                .column("OF " + result.lines() + " LINES", Map.Entry::getKey)
                .column("CREATED", kind -> kind.getValue().created())
                .column("UPDATED", kind -> kind.getValue().updated())
                .column("UNCHANGED", kind -> kind.getValue().unchanged())
                .column("REJECTED", kind -> kind.getValue().rejected()));
    for (RejectedLine line : result.rejected()) {
      cli.printer()
          .remark(
              "line %d: %s = %s: %s"
                  .formatted(line.line(), line.field(), line.value(), line.reason()));
    }
    if (result.moreRejected() > 0) {
      cli.printer().remark("and " + result.moreRejected() + " more lines");
    }
    if (result.warnings() != null) {
      result
          .warnings()
          .forEach(
              warning ->
                  cli.printer()
                      .remark(
                          "line %d: %s %s"
                              .formatted(warning.line(), warning.field(), warning.reason())));
    }
  }
}
