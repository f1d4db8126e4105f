package io.millrace.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of the requests of an attack: how many were answered how. */
final class AttackTally {
  /** A connection that was closed without an answer. */
  static final String CLOSED = "closed";

  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();

  synchronized void add(String answer) {
    counts.merge(answer, 1, Integer::sum);
  }

  void add(int status) {
    add(status == 0 ? CLOSED : Integer.toString(status));
  }

  /** Something that a reader should know, and that is no fault. */
  synchronized void note(String text) {
    notes.add(text);
  }

  synchronized List<String> notes() {
    return List.copyOf(notes);
  }

  synchronized int requests() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The most frequent first: {@code 429 ×1,150, 408 ×50}. */
  @Override
  public synchronized String toString() {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .map(entry -> "%s ×%,d".formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }
}
