package io.millrace.client.api;

import io.millrace.client.model.Page;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.LogPage;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pages of a log, whose places are numbers. */
record LogPages(LogPage page) implements Page<LogLine> {

  static Stream<LogLine> all(Function<@Nullable Long, LogPage> read) {
    return PageStream.of(
        place ->
            new LogPages(read.apply(place.after() == null ? null : Long.valueOf(place.after()))));
  }

  @Override
  public List<LogLine> items() {
    return page.logs();
  }

  @Override
  public @Nullable String after() {
    return page.after() == null ? null : page.after().toString();
  }
}
