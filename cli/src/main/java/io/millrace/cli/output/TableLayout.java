package io.millrace.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a table, and what each shows of an item. */
public final class TableLayout<T> {
  /**
   * @param state whether the words of this column have colours
   */
  record Column<T>(String title, Function<T, @Nullable Object> cell, boolean state) {}

  private final List<Column<T>> columns = new ArrayList<>();

  public TableLayout<T> column(String title, Function<T, @Nullable Object> cell) {
    columns.add(new Column<>(title, cell, false));
    return this;
  }

  /** A column whose words have colours. */
  public TableLayout<T> state(String title, Function<T, @Nullable Object> cell) {
    columns.add(new Column<>(title, cell, true));
    return this;
  }

  List<Column<T>> columns() {
    return columns;
  }
}
