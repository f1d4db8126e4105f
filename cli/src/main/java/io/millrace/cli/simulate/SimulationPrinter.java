package io.millrace.cli.simulate;

import io.millrace.cli.output.Printer;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.SimulationModel.BackTest;
import io.millrace.client.model.SimulationModel.CatchUpBurst;
import io.millrace.client.model.SimulationModel.ComparedSystem;
import io.millrace.client.model.SimulationModel.ComparedTotal;
import io.millrace.client.model.SimulationModel.ComparedValue;
import io.millrace.client.model.SimulationModel.MissedPromise;
import io.millrace.client.model.SimulationModel.SimulatedPool;
import io.millrace.client.model.SimulationModel.SimulatedSystem;
import io.millrace.client.model.SimulationModel.Simulation;
import io.millrace.client.model.SimulationModel.SimulationComparison;
import io.millrace.client.model.SimulationModel.SimulationResult;
import java.util.List;
import java.util.Locale;

/** Writes results for people, or as they are. */
final class SimulationPrinter {
  private SimulationPrinter() {}

  static void print(Printer printer, Simulation simulation) {
    SimulationResult result = simulation.result();
    if (!printer.isTable() || result == null) {
      printer.document(simulation);
      return;
    }
    printer.line(
        "%s to %s: %d tasks start, %d of them late"
            .formatted(result.from(), result.until(), result.started(), result.late()));
    printer.line("Ends: " + result.ends() + "   Skips: " + result.skips());
    if (result.missedMinutes() > 0) {
      printer.line("Missed minutes of the plan: " + result.missedMinutes());
    }
    result.pools().forEach(pool -> print(printer, pool));
    missed(printer, "Missed freshness by client", result.missedFreshness().clients());
    missed(printer, "Missed freshness by site", result.missedFreshness().sites());
    result.bursts().forEach(burst -> print(printer, burst));
    BackTest test = result.backTest();
    if (test != null) {
      print(printer, test);
    }
    result.unknown().forEach(printer::remark);
  }

  private static void print(Printer printer, SimulatedPool pool) {
    int most = pool.running().stream().mapToInt(Integer::intValue).max().orElse(0);
    printer.heading(
        "Pool %s: at most %d of %d channels".formatted(pool.pool(), most, pool.channels()));
    printer.rows(
        pool.systems().stream(),
        new TableLayout<SimulatedSystem>()
            .column("SYSTEM", SimulatedSystem::system)
            .column("STARTED", SimulatedSystem::started)
            .column("LATE", SimulatedSystem::late)
            .column("P50", system -> seconds(system.p50Ms()))
            .column("P95", system -> seconds(system.p95Ms()))
            .column("MAX", system -> seconds(system.maxMs())));
  }

  private static void missed(Printer printer, String title, List<MissedPromise> all) {
    List<MissedPromise> missed = all.stream().filter(each -> each.missed() > 0).toList();
    if (!missed.isEmpty()) {
      printer.heading(title);
      printer.rows(
          missed.stream(),
          new TableLayout<MissedPromise>()
              .column("NAME", MissedPromise::name)
              .column("PROMISED", MissedPromise::promised)
              .column("MISSED", MissedPromise::missed)
              .column("MINUTES", MissedPromise::minutes));
    }
  }

  private static void print(Printer printer, CatchUpBurst burst) {
    printer.line(
        "After the outage: at most %d starts a minute, at %s (usual: %.1f); at most %d waiting. %s"
            .formatted(
                burst.peakPerMinute(),
                burst.peakAt(),
                burst.usualPerMinute(),
                burst.mostWaiting(),
                burst.recoveredAt().isEmpty()
                    ? "It does not recover."
                    : "Recovered at " + burst.recoveredAt() + "."));
  }

  private static void print(Printer printer, BackTest test) {
    printer.heading("Back-test");
    printer.line(
        "%d starts expected, %d happened: %s in all, %s minute by minute"
            .formatted(
                test.expected(),
                test.actual(),
                percent(test.totalError()),
                percent(test.perMinuteError())));
    test.differences()
        .forEach(
            each ->
                printer.line(
                    "%s: %s, expected %.0f, was %.0f"
                        .formatted(each.name(), each.kind(), each.expected(), each.actual())));
  }

  static void compare(Printer printer, SimulationComparison comparison) {
    if (!printer.isTable()) {
      printer.document(comparison);
      return;
    }
    printer.rows(
        comparison.totals().stream(),
        new TableLayout<ComparedTotal>()
            .column("FIGURE", ComparedTotal::name)
            .column("A", ComparedTotal::a)
            .column("B", ComparedTotal::b));
    printer.heading("Systems");
    printer.rows(
        comparison.systems().stream(),
        new TableLayout<ComparedSystem>()
            .column("SYSTEM", ComparedSystem::system)
            .column("STARTED", system -> both(system.started()))
            .column("LATE", system -> both(system.late()))
            .column("P95", system -> bothSeconds(system.p95Ms()))
            .column("MAX", system -> bothSeconds(system.maxMs())));
  }

  private static String both(ComparedValue value) {
    return value.a() + " → " + value.b();
  }

  private static String bothSeconds(ComparedValue value) {
    return seconds(value.a()) + " → " + seconds(value.b());
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * part);
  }
}
