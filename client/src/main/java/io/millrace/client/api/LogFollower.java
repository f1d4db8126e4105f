package io.millrace.client.api;

import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.transport.EventReader;
import io.millrace.client.transport.ServerEvent;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a log as they are written. The loop over it ends when the task has ended. If the
 * connection is cut, it connects again, and no line is missing or comes twice.
 *
 * <pre>{@code
 * try (LogFollower log = client.tasks().followLog(id)) {
 *   log.forEach(line -> System.out.println(line.message()));
 *   System.out.println(log.end().status());
 * }
 * }</pre>
 */
public final class LogFollower implements Iterable<LogLine>, AutoCloseable {
  /**
   * How the task ended.
   *
   * @param dropped how many lines the server did not keep
   */
  public record LogEnd(TaskStatus status, long dropped) {}

  private final EventReader events;
  private @Nullable LogLine next;
  private @Nullable LogEnd end;
  private boolean over;

  LogFollower(EventReader events) {
    this.events = events;
  }

  /** Waits for each line. There is one stream, so all iterators share it. */
  @Override
  public Iterator<LogLine> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return awaitLine();
      }

      @Override
      public LogLine next() {
        LogLine line = awaitLine() ? next : null;
        if (line == null) {
          throw new NoSuchElementException();
        }
        next = null;
        return line;
      }
    };
  }

  private boolean awaitLine() {
    while (next == null && !over) {
      ServerEvent event = events.next();
      if (event == null) {
        over = true;
      } else if (event.name().equals("line")) {
        next = events.parse(event, LogLine.class);
      } else if (event.name().equals("end")) {
        end = events.parse(event, LogEnd.class);
        over = true;
        events.close();
      }
    }
    return next != null;
  }

  /** Absent until all lines were read. */
  public @Nullable LogEnd end() {
    return end;
  }

  @Override
  public void close() {
    events.close();
  }
}
