package io.millrace.client.worker;

import io.millrace.client.model.ReportModel.ReportedLine;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The lines of an attempt that are not sent yet. It never holds more than its limits: the oldest
 * lines are dropped and counted, and a line says how many.
 */
final class LogBuffer {
  /**
   * @param lines how many lines it holds at most
   * @param characters how many characters it holds at most
   */
  record Limits(int lines, int characters) {
    static final Limits DEFAULT = new Limits(5_000, 500_000);
  }

  static final int LONGEST_LINE = 8_000;
  private static final int BATCH_LINES = 500;

  /** A request has at most 1 MiB, and a character needs at most six bytes in JSON. */
  private static final int BATCH_CHARACTERS = 150_000;

  private final Limits limits;
  private final Deque<ReportedLine> waiting = new ArrayDeque<>();
  private long characters;
  private long dropped;
  private long droppedInAll;

  LogBuffer(Limits limits) {
    this.limits = limits;
  }

  /**
   * @param level {@code info} or {@code error}
   */
  synchronized void add(Instant time, String level, String message) {
    String shown =
        message.length() <= LONGEST_LINE ? message : message.substring(0, LONGEST_LINE - 1) + "…";
    waiting.add(new ReportedLine(shown, level, time));
    characters += shown.length();
    while (waiting.size() > limits.lines() || characters > limits.characters()) {
      characters -= waiting.remove().message().length();
      dropped++;
      droppedInAll++;
    }
  }

  /** The next lines to send, in order; none if none wait. */
  synchronized List<ReportedLine> take() {
    List<ReportedLine> batch = new ArrayList<>();
    if (dropped > 0) {
      Instant time = waiting.isEmpty() ? null : waiting.peek().time();
      batch.add(new ReportedLine(dropped + " lines were dropped here", "error", time));
      dropped = 0;
    }
    int size = 0;
    while (!waiting.isEmpty()
        && batch.size() < BATCH_LINES
        && size + waiting.peek().message().length() <= BATCH_CHARACTERS) {
      ReportedLine line = waiting.remove();
      size += line.message().length();
      characters -= line.message().length();
      batch.add(line);
    }
    return batch;
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty() && dropped == 0;
  }

  /** How many lines were dropped since the beginning. */
  synchronized long dropped() {
    return droppedInAll;
  }
}
