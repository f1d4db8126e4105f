package io.millrace.engine.simulate;

import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.simulate.SimulationResult.FreshnessTotals;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts who becomes older than promised: a user-site is too old from its last success plus the
 * promised time until its next success. Before its first success in the simulation, the last known
 * success counts; without one, its data is fresh when the virtual clock starts. While a user-site
 * is exempt, nothing is counted.
 */
final class FreshnessTally {
  private static final int PROMISED = 0;
  private static final int MISSED = 1;
  private static final int TOO_OLD_MILLIS = 2;

  private final VirtualDirectory directory;
  private final VirtualUserSites table;
  private final SimulatedExemptions exemptions;
  private final long from;
  private final boolean[] promised;
  private final boolean[] missed;

  /** By client; the last one stands for collections. */
  private final long[][] byClient;

  private final long[][] byDefinition;

  FreshnessTally(
      VirtualDirectory directory,
      VirtualUserSites table,
      FlywheelSettings settings,
      SimulatedTime time) {
    this.directory = directory;
    this.table = table;
    this.exemptions = new SimulatedExemptions(directory, table, settings);
    this.from = time.from().toEpochMilli();
    this.missed = new boolean[table.hasPromises() ? table.size() : 0];
    this.byClient = new long[directory.clients().size() + 1][3];
    this.byDefinition = new long[table.definitions().size()][3];
    long until = time.until().toEpochMilli();
    this.promised = new boolean[missed.length];
    for (int row = 0; row < missed.length; row++) {
      promised[row] =
          table.within(row) > 0
              && !exemptions.isExemptFrom(row, time.from())
              && exemptions.end(row, from) < exemptions.begin(row, until);
      if (isPromised(row)) {
        add(row, PROMISED, 1);
      }
    }
  }

  void succeeded(int row, long now) {
    if (missed.length > 0) {
      countUntil(row, now);
      table.succeeded(row, now);
    }
  }

  /** From now on, nothing is promised for it. */
  void disabled(int row, long now) {
    if (missed.length > 0) {
      countUntil(row, now);
    }
  }

  /** The virtual clock stops. */
  FreshnessTotals totals(long until) {
    for (int row = 0; row < missed.length; row++) {
      countUntil(row, until);
    }
    List<MissedFreshness> clients = new ArrayList<>();
    List<VirtualClient> all = directory.clients();
    for (int client = 0; client < byClient.length; client++) {
      addTo(clients, client < all.size() ? all.get(client).id() : "", byClient[client]);
    }
    List<MissedFreshness> sites = new ArrayList<>();
    for (int definition = 0; definition < byDefinition.length; definition++) {
      addTo(sites, table.definitions().get(definition).name(), byDefinition[definition]);
    }
    return new FreshnessTotals(clients, sites);
  }

  private static void addTo(List<MissedFreshness> all, String name, long[] counts) {
    if (counts[PROMISED] > 0) {
      long minutes = Duration.ofMillis(counts[TOO_OLD_MILLIS]).toMinutes();
      all.add(new MissedFreshness(name, counts[PROMISED], counts[MISSED], minutes));
    }
  }

  private void countUntil(int row, long now) {
    if (!isPromised(row)) {
      return;
    }
    long last = table.lastSuccess(row);
    long staleAt = (last == VirtualUserSites.NONE ? from : last) + table.within(row);
    long tooOld = exemptions.begin(row, now) - Math.max(staleAt, exemptions.end(row, from));
    if (tooOld > 0) {
      add(row, MISSED, missed[row] ? 0 : 1);
      add(row, TOO_OLD_MILLIS, tooOld);
      missed[row] = true;
    }
  }

  /** Nothing is promised while nothing can be refreshed. */
  private boolean isPromised(int row) {
    return promised[row] && !table.isDisabled(row);
  }

  private void add(int row, int what, long n) {
    int user = table.user(row);
    int client = user < 0 ? directory.clients().size() : directory.clientOf(user);
    byClient[client][what] += n;
    byDefinition[table.definitionNumber(row)][what] += n;
  }
}
