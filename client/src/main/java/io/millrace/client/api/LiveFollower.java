package io.millrace.client.api;

import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.transport.EventReader;
import io.millrace.client.transport.ServerEvent;
import org.jspecify.annotations.Nullable;

/** How all of it is, once a second. If the connection is cut, it connects again. */
public final class LiveFollower implements AutoCloseable {
  private final EventReader events;

  LiveFollower(EventReader events) {
    this.events = events;
  }

  /** Waits for the next state; absent after {@link #close}. */
  public @Nullable LiveState next() {
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
