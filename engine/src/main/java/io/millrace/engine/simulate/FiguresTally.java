package io.millrace.engine.simulate;

import io.millrace.engine.simulate.DayFigures.SourceFigures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what a back-test compares: runs by source, starts by client and by node. */
final class FiguresTally {
  private static final long HOUR = 3_600_000;

  /** Runs of a source, while they are counted. */
  private static final class RunSum {
    private long runs;
    private long millis;
  }

  private final VirtualDirectory directory;
  private final VirtualUserSites table;
  private final Set<String> knownNodes;
  private final long from;
  private final int hours;
  private final long[] clients;
  private final Map<String, RunSum> sources = new HashMap<>();
  private final SortedMap<String, long[]> nodes = new TreeMap<>();

  FiguresTally(SimulatedWorld world) {
    this.directory = world.refreshes().directory();
    this.table = world.refreshes().table();
    this.knownNodes = world.nodes().keySet();
    this.from = world.time().from().toEpochMilli();
    this.hours = (int) ((world.time().until().toEpochMilli() - from + HOUR - 1) / HOUR);
    this.clients = new long[directory.clients().size()];
  }

  void started(OpenAttempt open, String worker, long now) {
    int user = open.row() < 0 ? -1 : table.user(open.row());
    if (user >= 0) {
      clients[directory.clientOf(user)]++;
    }
    if (knownNodes.contains(worker)) {
      nodes.computeIfAbsent(worker, node -> new long[hours])[(int) ((now - from) / HOUR)]++;
    }
  }

  void ended(OpenAttempt open, long took) {
    RunSum sum = sources.computeIfAbsent(open.source(), source -> new RunSum());
    sum.runs++;
    sum.millis += took;
  }

  DayFigures figures(MinuteSeries minutes, List<PoolLoad> pools) {
    SortedMap<String, Long> waiting = new TreeMap<>();
    for (PoolLoad pool : pools) {
      pool.waiting()
          .forEach(
              (system, times) ->
                  waiting.put(DayFigures.systemKey(pool.pool(), system), times.percentile(0.95)));
    }
    SortedMap<String, SourceFigures> runs = new TreeMap<>();
    sources.forEach((source, sum) -> runs.put(source, new SourceFigures(sum.runs, sum.millis)));
    SortedMap<String, Long> byClient = new TreeMap<>();
    for (int client = 0; client < clients.length; client++) {
      byClient.put(directory.clients().get(client).id(), clients[client]);
    }
    return new DayFigures(minutes.started(), waiting, runs, byClient, nodes);
  }
}
