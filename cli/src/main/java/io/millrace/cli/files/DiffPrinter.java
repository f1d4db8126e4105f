package io.millrace.cli.files;

import io.millrace.cli.output.CellText;
import io.millrace.cli.output.Colour;
import io.millrace.cli.output.SafeText;
import io.millrace.client.model.DefinitionModel.Consequences;
import io.millrace.client.model.DefinitionModel.DefinitionChange;
import io.millrace.client.model.DefinitionModel.DefinitionDiff;
import io.millrace.client.model.DefinitionModel.DefinitionName;
import io.millrace.client.model.DefinitionModel.ObjectFires;
import io.millrace.client.model.DefinitionModel.PoolForecast;
import io.millrace.client.model.RefreshModel.Warning;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a difference for people. */
final class DiffPrinter {
  private static final int MOST_OBJECTS = 20;

  private final PrintWriter out;
  private final boolean colour;

  DiffPrinter(PrintWriter out, boolean colour) {
    this.out = out;
    this.colour = colour;
  }

  void print(DefinitionDiff diff) {
    diff.created().forEach(each -> name("+", each, Colour.GREEN));
    diff.changed().forEach(this::change);
    diff.deleted().forEach(each -> name("-", each, Colour.RED));
    line(counts(diff), Colour.NONE);
    if (!diff.isEmpty()) {
      consequences(diff.consequences());
    }
    warnings(diff.warnings());
    out.flush();
  }

  static String counts(DefinitionDiff diff) {
    return "%d created, %d changed, %d deleted, %d unchanged"
        .formatted(
            diff.created().size(), diff.changed().size(), diff.deleted().size(), diff.unchanged());
  }

  private void name(String sign, DefinitionName each, Colour style) {
    line(
        "%s %s %s%s".formatted(sign, each.kind(), each.name(), place(each.file(), each.line())),
        style);
  }

  private static String place(String file, int line) {
    return file == null || file.isEmpty() ? "" : "   " + file + ":" + line;
  }

  private void change(DefinitionChange each) {
    line(
        "~ %s %s%s".formatted(each.kind(), each.name(), place(each.file(), each.line())),
        Colour.YELLOW);
    each.fields()
        .forEach(
            field ->
                line(
                    "    %s: %s → %s"
                        .formatted(
                            field.field(), CellText.of(field.before()), CellText.of(field.after())),
                    Colour.NONE));
  }

  private void consequences(Consequences next) {
    String least = next.fires().complete() ? "" : "at least ";
    line(
        "Next 24 hours: %s%d fires appear, %d disappear"
            .formatted(least, next.fires().appear(), next.fires().disappear()),
        Colour.NONE);
    next.fires().objects().stream().limit(MOST_OBJECTS).forEach(this::fires);
    if (next.fires().objects().size() > MOST_OBJECTS) {
      line("    and more: -o json shows them", Colour.FAINT);
    }
    line(
        "Refreshes a day: %d → %d"
            .formatted(next.refreshesPerDay().before(), next.refreshesPerDay().after()),
        Colour.NONE);
    next.pools().forEach(this::pool);
  }

  private void fires(ObjectFires each) {
    String times = each.perFire() == 1 ? "" : ", each of " + each.perFire() + " refreshes";
    line(
        "    %s %s: +%d −%d%s"
            .formatted(
                each.kind(), each.name(), each.appear().count(), each.disappear().count(), times),
        Colour.NONE);
  }

  private void pool(PoolForecast pool) {
    String unknown =
        pool.withoutHistory() == 0 ? "" : "; " + pool.withoutHistory() + " have never run";
    line(
        "Pool %s: needs %.1f of %d channels on average, before %.1f of %d%s%s"
            .formatted(
                pool.pool(),
                pool.neededAfter(),
                pool.channelsAfter(),
                pool.neededBefore(),
                pool.channelsBefore(),
                unknown,
                pool.suffices() ? "" : "   TOO FEW"),
        pool.suffices() ? Colour.NONE : Colour.RED);
  }

  private void warnings(@Nullable List<Warning> warnings) {
    if (warnings != null) {
      warnings.forEach(
          each -> line("Warning: " + each.field() + " " + each.reason(), Colour.YELLOW));
    }
  }

  private void line(String text, Colour style) {
    String safe = SafeText.line(text);
    out.println(colour ? style.paint(safe) : safe);
  }
}
