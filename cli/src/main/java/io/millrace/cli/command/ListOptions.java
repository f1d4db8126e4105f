package io.millrace.cli.command;

import io.millrace.cli.output.Printer;
import io.millrace.cli.output.TableLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How much of a list is shown. */
public final class ListOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most. Unless given: ${DEFAULT-VALUE}.")
  int limit = 100;

  @Option(names = "--all", description = "All of them, however many.")
  boolean all;

  /** Shows a list, and says so if there is more. */
  public <T> void show(Printer printer, Stream<T> items, TableLayout<T> layout) {
    if (all) {
      printer.list(items, layout);
      return;
    }
    Iterator<T> each = items.iterator();
    List<T> shown = new ArrayList<>();
    while (shown.size() < Math.max(limit, 0) && each.hasNext()) {
      shown.add(each.next());
    }
    printer.list(shown.stream(), layout);
    if (shown.isEmpty() && printer.isTable()) {
      printer.remark("There are none.");
    } else if (each.hasNext()) {
      printer.remark("There are more than " + limit + ": use --limit or --all.");
    }
  }
}
