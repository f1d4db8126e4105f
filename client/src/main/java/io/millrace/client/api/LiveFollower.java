package io.millrace.client.api;

import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.transport.EventReader;
import io.millrace.client.transport.ServerEvent;

/** How all of it is, once a second. If the connection is cut, it connects again. */
public final class LiveFollower implements AutoCloseable {
  private final EventReader events;

  LiveFollower(EventReader events) {
    this.events = events;
  }

  /** Waits for the next state; null after {@link #close}. */
  public LiveState next() {
    ServerEvent event = events.next();
    while (event != null && !event.name().equals("now")) {
      event = events.next(); // the database of the server does not answer
    }
    return event == null ? null : events.parse(event, LiveState.class);
  }

  @Override
  public void close() {
    events.close();
  }
}
