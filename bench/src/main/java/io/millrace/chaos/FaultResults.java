package io.millrace.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the faults of one run did, by kind. */
final class FaultResults {

  /**
   * @param dueWork how long after the fault, or after its time if that is later, the last scheduled
   *     task began that came due before the fault was over: work of the dead node is among them
   * @param lostAttempts how long after the fault the attempts of the dead node had ended
   * @param longestPause the longest time in which nothing began
   * @param lateness how long after its time a scheduled task began, at most
   * @param fenced how many nodes were fenced meanwhile
   */
  record FaultResult(
      Duration dueWork,
      Duration lostAttempts,
      Duration longestPause,
      Duration lateness,
      Duration whole,
      ChaosCallers.CallCount calls,
      int fenced) {}

  private final Map<ChaosFault, List<FaultResult>> byKind = new EnumMap<>(ChaosFault.class);

  void add(ChaosFault fault, FaultResult result) {
    byKind.computeIfAbsent(fault, kind -> new ArrayList<>()).add(result);
  }

  int size() {
    return byKind.values().stream().mapToInt(List::size).sum();
  }

  /** Faults that must not cost a node although one was fenced. */
  List<String> fencedInVain() {
    List<String> wrong = new ArrayList<>();
    byKind.forEach(
        (fault, results) -> {
          int most = results.stream().mapToInt(FaultResult::fenced).max().orElse(0);
          if (!fault.costsNodes() && most > 0) {
            wrong.add(fault.text() + ": " + most + " nodes were fenced");
          }
        });
    return wrong;
  }

  /** A line for each kind. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    byKind.forEach((fault, results) -> lines.add(line(fault, results)));
    return lines;
  }

  private static String line(ChaosFault fault, List<FaultResult> all) {
    return ("%s, %d times: due work starts after %s; lost attempts end after %s; nothing starts for"
            + " %s; late %s; whole after %s; requests failed once %d, twice %d; fenced %d")
        .formatted(
            fault.text(),
            all.size(),
            spread(all, FaultResult::dueWork),
            spread(all, FaultResult::lostAttempts),
            spread(all, FaultResult::longestPause),
            spread(all, FaultResult::lateness),
            spread(all, FaultResult::whole),
            all.stream().mapToInt(result -> result.calls().repeated()).sum(),
            all.stream().mapToInt(result -> result.calls().failed()).sum(),
            all.stream().mapToInt(FaultResult::fenced).sum());
  }

  private static String spread(List<FaultResult> all, Function<FaultResult, Duration> value) {
    List<Duration> sorted = all.stream().map(value).sorted().toList();
    return "p50 %s p99 %s".formatted(text(at(sorted, 50)), text(at(sorted, 99)));
  }

  /** The smallest value that is not below this percentage of them. */
  static Duration at(List<Duration> sorted, int percent) {
    int place = (sorted.size() * percent + 99) / 100;
    return sorted.get(Math.max(0, place - 1));
  }

  static String text(Duration duration) {
    return "%.1f s".formatted(duration.toMillis() / 1000.0);
  }
}
