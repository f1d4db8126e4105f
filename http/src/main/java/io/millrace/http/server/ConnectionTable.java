package io.millrace.http.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of a node, and which of them wait for their next request. When there is no room
 * for a new one, the one that has waited longest makes room: first of its own address, if that has
 * its share; else of the address that has most of those that wait. So a connection always finds
 * room, unless all others are at work.
 *
 * @param <C> a connection
 */
final class ConnectionTable<C> {
  /**
   * Whether a connection got in.
   *
   * @param closed the one that made room, if any did
   */
  record EnterResult<C>(boolean admitted, Optional<C> closed) {}

  private final int most;
  private final int perAddress;
  private final Set<String> trusted;
  private final Map<C, String> addresses = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** By address, and there the one that has waited longest first, each with its deadline. */
  private final Map<String, Map<C, Long>> waiting = new HashMap<>();

  /**
   * @param perAddress 0 = no bound
   * @param trusted addresses without a bound of their own
   */
  ConnectionTable(int most, int perAddress, Set<String> trusted) {
    this.most = most;
    this.perAddress = perAddress;
    this.trusted = trusted;
  }

  /**
   * @param until when it must have sent a request
   */
  synchronized EnterResult<C> enter(C connection, String address, long until) {
    boolean bounded = perAddress > 0 && !trusted.contains(address);
    Optional<C> closed = Optional.empty();
    if (bounded && numbers.getOrDefault(address, 0) >= perAddress) {
      closed = oldest(address);
    } else if (addresses.size() >= most) {
      closed = oldest(mostWaiting());
    } else {
      add(connection, address, until);
      return new EnterResult<>(true, closed);
    }
    if (closed.isEmpty()) {
      return new EnterResult<>(false, closed);
    }
    leave(closed.get());
    add(connection, address, until);
    return new EnterResult<>(true, closed);
  }

  private void add(C connection, String address, long until) {
    addresses.put(connection, address);
    numbers.merge(address, 1, Integer::sum);
    markIdle(connection, until);
  }

  private Optional<C> oldest(String address) {
    return waiting.getOrDefault(address, Map.of()).keySet().stream().findFirst();
  }

  private String mostWaiting() {
    return waiting.entrySet().stream()
        .max((a, b) -> Integer.compare(a.getValue().size(), b.getValue().size()))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /** The connection has a request in work. */
  synchronized void markBusy(C connection) {
    String address = addresses.get(connection);
    Map<C, Long> there = waiting.get(address);
    if (there != null && there.remove(connection) != null && there.isEmpty()) {
      waiting.remove(address);
    }
  }

  /**
   * It has no request at work.
   *
   * @param until when it must have sent one
   */
  synchronized void markIdle(C connection, long until) {
    String address = addresses.get(connection);
    if (address != null) {
      Map<C, Long> there = waiting.computeIfAbsent(address, key -> new LinkedHashMap<>());
      there.remove(connection);
      there.put(connection, until);
    }
  }

  synchronized void leave(C connection) {
    markBusy(connection);
    String address = addresses.remove(connection);
    if (address != null) {
      numbers.computeIfPresent(address, (key, number) -> number == 1 ? null : number - 1);
    }
  }

  /** The connections that have not sent a request in time. They are removed here; close them. */
  synchronized List<C> removeOverdue(long now) {
    List<C> overdue = new ArrayList<>();
    waiting
        .values()
        .forEach(
            there ->
                there.forEach(
                    (connection, until) -> {
                      if (until <= now) {
                        overdue.add(connection);
                      }
                    }));
    overdue.forEach(this::leave);
    return overdue;
  }

  synchronized int size() {
    return addresses.size();
  }
}
