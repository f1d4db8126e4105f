package io.millrace.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Writes a table. The widths of its columns come from the rows that are at hand. */
final class TableWriter<T> {
  private static final int ROWS_AT_ONCE = 1000;

  private final PrintWriter out;
  private final boolean colour;
  private final List<TableLayout.Column<T>> columns;
  private final int[] widths;

  TableWriter(PrintWriter out, boolean colour, TableLayout<T> layout) {
    this.out = out;
    this.colour = colour;
    this.columns = layout.columns();
    this.widths = columns.stream().mapToInt(column -> column.title().length()).toArray();
  }

  void write(Iterator<T> items) {
    boolean first = true;
    do {
      List<List<String>> rows = new ArrayList<>();
      while (items.hasNext() && rows.size() < ROWS_AT_ONCE) {
        rows.add(cells(items.next()));
      }
      if (first) {
        row(columns.stream().map(TableLayout.Column::title).toList(), true);
        first = false;
      }
      rows.forEach(row -> row(row, false));
      out.flush();
    } while (items.hasNext());
  }

  private List<String> cells(T item) {
    List<String> cells = columns.stream().map(c -> CellText.of(c.cell().apply(item))).toList();
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], cells.get(i).length());
    }
    return cells;
  }

  private void row(List<String> cells, boolean title) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.append(painted(i, cell, title));
      if (i < cells.size() - 1) {
        line.append(" ".repeat(widths[i] - cell.length() + 2));
      }
    }
    out.println(line);
  }

  private String painted(int column, String cell, boolean title) {
    if (!colour) {
      return cell;
    }
    return (title ? Colour.BOLD : columns.get(column).state() ? Colour.ofState(cell) : Colour.NONE)
        .paint(cell);
  }
}
