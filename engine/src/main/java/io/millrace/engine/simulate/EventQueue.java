package io.millrace.engine.simulate;

import java.util.Arrays;

/**
 * The events of a simulation that have not come yet, in order of time. Events of the same time keep
 * the order in which they were added, and user-sites that are due follow in the order of their
 * rows, as the due index has them in the order of their names. Everything is in arrays of numbers,
 * because there are millions of events.
 */
final class EventQueue {
  /** What happens at a time. */
  enum EventKind {
    MINUTE,
    TRIGGERS,
    OUTAGE_BEGINS,
    OUTAGE_ENDS,
    ATTEMPTS_LOST,
    ATTEMPT_ENDS,
    USER_SITE_DUE,
    TOKEN_DUE
  }

  private static final long AFTER_ALL_OTHERS = 1L << 40;
  private static final EventKind[] KINDS = EventKind.values();

  private long[] times = new long[1_024];
  private long[] orders = new long[1_024];
  private long[] events = new long[1_024];
  private long added;
  private int size;

  /**
   * @param subject a number that means something to the receiver
   */
  void add(long time, EventKind kind, int subject) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int place = size++;
    long order = kind == EventKind.USER_SITE_DUE ? AFTER_ALL_OTHERS + subject : added++;
    while (place > 0) {
      int above = (place - 1) / 2;
      if (isBefore(above, time, order)) {
        break;
      }
      move(above, place);
      place = above;
    }
    set(place, time, order, (long) kind.ordinal() << 32 | subject);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The time of the first event. */
  long time() {
    return times[0];
  }

  EventKind kind() {
    return KINDS[(int) (events[0] >>> 32)];
  }

  int subject() {
    return (int) events[0];
  }

  void removeFirst() {
    size--;
    long time = times[size];
    long order = orders[size];
    long event = events[size];
    int place = 0;
    for (int below = 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size && isBefore(below + 1, times[below], orders[below])) {
        below++;
      }
      if (!isBefore(below, time, order)) {
        break;
      }
      move(below, place);
      place = below;
    }
    set(place, time, order, event);
  }

  private boolean isBefore(int place, long time, long order) {
    return times[place] < time || times[place] == time && orders[place] < order;
  }

  private void move(int from, int to) {
    set(to, times[from], orders[from], events[from]);
  }

  private void set(int place, long time, long order, long event) {
    times[place] = time;
    orders[place] = order;
    events[place] = event;
  }
}
