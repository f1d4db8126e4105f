package io.millrace.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.SimulationModel.Simulation;
import io.millrace.client.model.SimulationModel.SimulationRequest;
import io.millrace.client.transport.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates a day and shows what it found. */
@Command(
    name = "simulate",
    description = {
      "Simulates a day with the rules of production, and changes nothing.",
      "For a past day it also shows the error of the simulation."
    },
    footer = {
      "",
      "Examples:",
      "  millrace simulate                             the rest of today",
      "  millrace simulate --date 2026-02-01 --days 7",
      "  millrace simulate --changes more-users.json   {\"growth\": {\"*\": 1.2}}",
      "  millrace simulate --changes more-users.json --compare ID   beside an earlier one"
    })
public final class SimulateCommand extends ClientCommand {
  private static final long POLL_MILLIS = 300;

  @Option(names = "--date", paramLabel = "DATE", description = "A UTC day; today unless given.")
  @Nullable String date;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How many days, 1 to 7. Unless given: ${DEFAULT-VALUE}.")
  int days = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same result. Unless given: ${DEFAULT-VALUE}.")
  int seed = 1;

  @Option(
      names = "--changes",
      paramLabel = "FILE",
      description = "JSON with the changes to assume; - is the standard input.")
  @Nullable String changes;

  @Option(
      names = "--compare",
      paramLabel = "ID",
      description = "Shows the result beside that of an earlier simulation.")
  @Nullable String compare;

  @Override
  protected ExitCode run(CliSession cli) {
    SimulationRequest request =
        new SimulationRequest(
            date == null ? null : day(date),
            null,
            days,
            seed,
            changes == null ? null : read(cli, changes));
    String id = cli.client().simulations().startSimulation(request).id();
    if (cli.printer().isTable()) {
      cli.printer().remark("Simulation " + id);
    }
    Simulation done = await(cli, id);
    if (!done.state().equals("done")) {
      throw new CommandException(ExitCode.FAILED, "The simulation failed: " + done.error(), "");
    }
    if (compare != null) {
      SimulationPrinter.compare(
          cli.printer(), cli.client().simulations().compareSimulations(compare, id));
    } else {
      SimulationPrinter.print(cli.printer(), done);
    }
    return ExitCode.DONE;
  }

  private static Simulation await(CliSession cli, String id) {
    Simulation simulation = cli.client().simulations().getSimulation(id);
    while (simulation.state().equals("waiting") || simulation.state().equals("running")) {
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return simulation;
      }
      simulation = cli.client().simulations().getSimulation(id);
    }
    return simulation;
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException notADay) {
      throw CommandException.usage("--date = " + text + ": is not a day such as 2026-01-31.", "");
    }
  }

  private static JsonNode read(CliSession cli, String file) {
    try {
      String text =
          file.equals("-")
              ? new String(cli.shell().in().readAllBytes(), StandardCharsets.UTF_8)
              : Files.readString(cli.shell().file(file));
      return JsonCodec.MAPPER.readTree(text);
    } catch (JsonProcessingException notJson) {
      throw CommandException.usage(
          "--changes = " + file + ": is not JSON: " + notJson.getOriginalMessage(), "");
    } catch (IOException fault) {
      throw CommandException.usage("--changes = " + file + ": cannot be read: " + fault, "");
    }
  }
}
