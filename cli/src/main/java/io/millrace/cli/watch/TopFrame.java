package io.millrace.cli.watch;

import io.millrace.cli.output.CellText;
import io.millrace.cli.output.Colour;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.model.WatchModel.PoolSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Draws the live screen: lines of text that fit into it. */
final class TopFrame {
  private static final int HEADINGS = 3;

  private final int width;
  private final int height;
  private final boolean colour;
  private final List<String> lines = new ArrayList<>();

  private TopFrame(int width, int height, boolean colour) {
    this.width = Math.max(width, 20);
    this.height = Math.max(height, 10);
    this.colour = colour;
  }

  /**
   * @param title where this is
   */
  static List<String> draw(String title, TopState state, int width, int height, boolean colour) {
    TopFrame frame = new TopFrame(width, height, colour);
    frame.draw(title, state);
    return frame.lines.size() > frame.height ? frame.lines.subList(0, frame.height) : frame.lines;
  }

  private void draw(String title, TopState state) {
    LiveState live = state.live();
    add(title + "   " + CellText.of(live.at()) + "   q quits", Colour.BOLD);
    String late = "late " + live.lateSeconds() + " s, due " + live.due();
    add(
        "running %d   waiting %d   %s".formatted(live.running(), live.waiting(), late),
        live.lateSeconds() > 60 ? Colour.RED : Colour.NONE);
    long failed = live.today().failure() + live.today().timeout() + live.today().error();
    add(
        "today: %d queued, %d started, %d success, %d failed, %d canceled, %d skipped"
            .formatted(
                live.today().queued(),
                live.today().started(),
                live.today().success(),
                failed,
                live.today().canceled(),
                live.today().skipped()),
        Colour.NONE);
    for (PoolSummary pool : live.pools()) {
      String paused = pool.enabled() ? "" : "   PAUSED: " + CellText.of(pool.reason());
      add(
          "pool %s: %d of %d channels, %d waiting%s"
              .formatted(
                  CellText.of(pool.pool()),
                  pool.running(),
                  pool.maxConcurrency(),
                  pool.waiting(),
                  paused),
          pool.enabled() ? Colour.NONE : Colour.YELLOW);
    }
    int rows = Math.max(1, (height - lines.size() - HEADINGS) / HEADINGS);
    Instant now = live.at();
    tasks("RUNNING", state.running(), rows, Colour.CYAN, task -> since(task.startedAt(), now));
    tasks("WAITING", state.waiting(), rows, Colour.YELLOW, task -> since(task.createdAt(), now));
    tasks(
        "FAILED",
        state.failed(),
        rows,
        Colour.RED,
        task -> since(task.finishedAt(), now) + " ago  " + CellText.of(task.message()));
  }

  private void tasks(
      String title, List<Task> tasks, int rows, Colour style, Function<Task, String> note) {
    add(title, Colour.BOLD);
    tasks.stream()
        .limit(rows)
        .forEach(
            task ->
                add(
                    "  %s %s  %s"
                        .formatted(
                            CellText.of(task.source()),
                            CellText.of(task.collection()),
                            note.apply(task)),
                    style));
    if (tasks.isEmpty()) {
      add("  none", Colour.FAINT);
    }
  }

  private static String since(@Nullable Instant time, Instant now) {
    return time == null ? "-" : Math.max(0, Duration.between(time, now).toSeconds()) + " s";
  }

  /** A character may be wider than a column; such a line is cut by the terminal. */
  private void add(String text, Colour style) {
    String cut = text.length() > width ? text.substring(0, width - 1) + "…" : text;
    lines.add(colour ? style.paint(cut) : cut);
  }
}
