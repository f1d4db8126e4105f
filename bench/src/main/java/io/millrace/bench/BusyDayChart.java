package io.millrace.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The hours of busy days as a picture: one small chart for each thing that must not grow. */
final class BusyDayChart {
  private static final double MEGABYTE = 1 << 20;
  private static final int WIDTH = 360;
  private static final int HEIGHT = 120;
  private static final int GAP_X = 40;
  private static final int GAP_Y = 60;
  private static final int COLUMNS = 2;
  private static final int HOURS_A_DAY = 24;

  private record Chart(String name, ToDoubleFunction<BusyDaySample> value) {}

  private static final List<Chart> CHARTS =
      List.of(
          new Chart("journal, rows", found -> found.rows("event_journal")),
          new Chart("states, rows", found -> found.rows("owner_state")),
          new Chart("tasks, rows", found -> found.rows("task")),
          new Chart("log lines, rows", found -> found.rows("task_log")),
          new Chart("tokens, rows", found -> found.rows("token")),
          new Chart("all tables and indexes, MB", found -> found.bytes() / MEGABYTE),
          new Chart("heap after a collection, MB", found -> found.heap() / MEGABYTE),
          new Chart("tasks ended in the hour", found -> found.work().ended()));

  private BusyDayChart() {}

  static String of(List<BusyDaySample> samples) {
    int rows = (CHARTS.size() + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * (WIDTH + GAP_X) + GAP_X;
    int height = rows * (HEIGHT + GAP_Y) + GAP_Y / 2;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" font-family="sans-serif" font-size="12">
<rect width="%1$d" height="%2$d" fill="white"/>
"""
            .formatted(width, height));
    for (int i = 0; i < CHARTS.size(); i++) {
      int x = GAP_X + i % COLUMNS * (WIDTH + GAP_X);
      int y = GAP_Y / 2 + i / COLUMNS * (HEIGHT + GAP_Y);
      svg.append("<g transform=\"translate(%d %d)\">%n".formatted(x, y));
      chart(svg, CHARTS.get(i), samples);
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  /** From zero, so that flat is flat. */
  private static void chart(StringBuilder svg, Chart chart, List<BusyDaySample> samples) {
    double most = Math.max(1, samples.stream().mapToDouble(chart.value()).max().orElse(1));
    svg.append("<text y=\"-8\">%s</text>%n".formatted(chart.name()));
    svg.append(
        "<text x=\"%d\" y=\"-8\" text-anchor=\"end\" fill=\"#666\">at most %s</text>%n"
            .formatted(WIDTH, String.format(Locale.ROOT, "%,.0f", most)));
    int days = samples.size() / HOURS_A_DAY;
    for (int day = 0; day <= days; day++) {
      double x = (double) WIDTH * day / Math.max(1, days);
      svg.append(
          String.format(
              Locale.ROOT,
              "<path d=\"M%.0f 0V%d\" stroke=\"#ddd\"/><text x=\"%.0f\" y=\"%d\""
                  + " fill=\"#666\">%s</text>%n",
              x,
              HEIGHT,
              x + 4,
              HEIGHT + 14,
              day < days ? "day " + (day + 1) : ""));
    }
    svg.append("<path d=\"M0 %d\"/>".formatted(HEIGHT));
    svg.append("<polyline fill=\"none\" stroke=\"#2563eb\" stroke-width=\"1.5\" points=\"");
    for (int i = 0; i < samples.size(); i++) {
      double x = (double) WIDTH * (i + 1) / samples.size();
      double y = HEIGHT - HEIGHT * chart.value().applyAsDouble(samples.get(i)) / most;
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    svg.append("\"/>\n<path d=\"M0 %1$dH%2$d\" stroke=\"#666\"/>%n".formatted(HEIGHT, WIDTH));
  }
}
