package io.millrace.engine.simulate;

import io.millrace.engine.simulate.DayFigures.SourceFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How wrong the simulation of a past day is, and what was different from what it knew.
 *
 * @param total the error of the number of starts: 0.05 = 5 % too many, negative = too few
 * @param perMinute the sum of all differences by minute, as a part of the starts
 * @param waiting the error of the waiting p95, by pool and system
 * @param differences what differs by more than chance explains
 */
public record BackTest(
    StartError starts,
    double total,
    double perMinute,
    SortedMap<String, WaitingError> waiting,
    List<Difference> differences) {
  /** A difference is told from this ratio on. */
  private static final double NOTABLE = 1.4;

  /** Fewer runs prove nothing. */
  private static final long ENOUGH = 20;

  /** Shorter waits are the time that messages take. */
  private static final long SHORT_MILLIS = 1_000;

  /** How many tasks started, as expected and as it happened. */
  public record StartError(long expected, long actual) {}

  /**
   * The waiting p95 of a system, in milliseconds.
   *
   * @param error 0.2 = 20 % too long; absent if hardly anything waited
   */
  public record WaitingError(long expected, long actual, @Nullable Double error) {}

  /** The kind of a difference. */
  public enum DifferenceKind {
    SLOWER,
    FASTER,
    GROWN,
    SHRUNK,
    NODE_LOST;

    /** The word of the API, such as {@code node-lost}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Something that was not as expected.
   *
   * @param name of the site, source, job, client or node
   * @param expected milliseconds of a run, or starts
   */
  public record Difference(DifferenceKind kind, String name, double expected, double actual) {}

  /** Compares a simulated day with the real one. */
  public static BackTest of(DayFigures expected, DayFigures actual) {
    List<Difference> differences = new ArrayList<>();
    addSources(expected.sources(), actual.sources(), differences);
    addClients(expected.clients(), actual.clients(), differences);
    addNodes(expected.nodes(), actual.nodes(), differences);
    return new BackTest(
        new StartError(expected.total(), actual.total()),
        error(expected.total(), actual.total()),
        perMinute(expected.started(), actual.started()),
        waiting(expected.waitingP95(), actual.waitingP95()),
        List.copyOf(differences));
  }

  private static double error(double expected, double actual) {
    return expected == actual ? 0 : (expected - actual) / Math.max(1, actual);
  }

  private static double perMinute(int[] expected, int[] actual) {
    long differing = 0;
    long all = 0;
    for (int minute = 0; minute < Math.min(expected.length, actual.length); minute++) {
      differing += Math.abs(expected[minute] - actual[minute]);
      all += actual[minute];
    }
    return differing == 0 ? 0 : (double) differing / Math.max(1, all);
  }

  private static SortedMap<String, WaitingError> waiting(
      Map<String, Long> expected, Map<String, Long> actual) {
    SortedMap<String, WaitingError> errors = new TreeMap<>();
    TreeSet<String> systems = new TreeSet<>(expected.keySet());
    systems.addAll(actual.keySet());
    for (String system : systems) {
      long a = expected.getOrDefault(system, 0L);
      long b = actual.getOrDefault(system, 0L);
      Double error = a < SHORT_MILLIS && b < SHORT_MILLIS ? null : error(a, b);
      errors.put(system, new WaitingError(a, b, error));
    }
    return errors;
  }

  private static void addSources(
      Map<String, SourceFigures> expected,
      Map<String, SourceFigures> actual,
      List<Difference> differences) {
    actual.forEach(
        (source, runs) -> {
          SourceFigures before = expected.getOrDefault(source, SourceFigures.NONE);
          if (runs.runs() >= ENOUGH && before.runs() >= ENOUGH) {
            addRatio(
                DifferenceKind.SLOWER,
                DifferenceKind.FASTER,
                source,
                before.meanMillis(),
                runs.meanMillis(),
                differences);
          }
        });
  }

  private static void addClients(
      Map<String, Long> expected, Map<String, Long> actual, List<Difference> differences) {
    TreeSet<String> clients = new TreeSet<>(expected.keySet());
    clients.addAll(actual.keySet());
    for (String client : clients) {
      long a = expected.getOrDefault(client, 0L);
      long b = actual.getOrDefault(client, 0L);
      if (Math.max(a, b) >= ENOUGH) {
        addRatio(DifferenceKind.GROWN, DifferenceKind.SHRUNK, client, a, b, differences);
      }
    }
  }

  private static void addRatio(
      DifferenceKind more,
      DifferenceKind less,
      String name,
      double expected,
      double actual,
      List<Difference> differences) {
    if (actual > expected * NOTABLE) {
      differences.add(new Difference(more, name, expected, actual));
    } else if (expected > actual * NOTABLE) {
      differences.add(new Difference(less, name, expected, actual));
    }
  }

  /**
   * A node is lost if it starts nothing for a whole hour in which it should start enough, and fewer
   * nodes than expected start anything. One that was started again may have another name.
   */
  private static void addNodes(
      Map<String, long[]> expected, Map<String, long[]> actual, List<Difference> differences) {
    expected.forEach(
        (node, hours) -> {
          long lost = 0;
          for (int hour = 0; hour < hours.length; hour++) {
            boolean none = startsIn(actual.getOrDefault(node, new long[0]), hour) == 0;
            boolean fewer = active(actual, hour) < active(expected, hour);
            lost += none && fewer && hours[hour] >= ENOUGH ? hours[hour] : 0;
          }
          if (lost > 0) {
            differences.add(new Difference(DifferenceKind.NODE_LOST, node, lost, 0));
          }
        });
  }

  private static long active(Map<String, long[]> nodes, int hour) {
    return nodes.values().stream().filter(hours -> startsIn(hours, hour) > 0).count();
  }

  private static long startsIn(long[] hours, int hour) {
    return hour < hours.length ? hours[hour] : 0;
  }
}
