package io.millrace.engine.notify;

import io.millrace.engine.input.WordList;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An event that webhooks are informed of.
 *
 * @param id the same for the same event, however often it is sent
 * @param subject what it is about, such as a user-site's {@code site/id} or a minute of the plan
 * @param details plain JSON values
 */
public record Notification(
    UUID id, Instant at, Kind kind, String subject, Map<String, Object> details) {

  /** The kinds of events. */
  public enum Kind {
    STATUS_CHANGED("status-changed"),
    CONNECTION_STATUS_CHANGED("connection-status-changed"),
    DISABLED("disabled"),
    GIVE_UP_WARNING("give-up-warning"),
    MINUTES_MISSED("minutes-missed"),
    FIRES_MISSED("fires-missed"),
    POOL_PAUSED("pool-paused"),
    STALE("stale"),
    FRESH_AGAIN("fresh-again"),
    OBJECTIVE_AT_RISK("objective-at-risk"),
    BUDGET_BURNING("budget-burning");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    public static Kind of(String text) {
      return WordList.read(List.of(values()), Kind::text, "kind", text);
    }
  }

  /**
   * @param occasion identifies this event among all of its kind and subject
   */
  public static Notification of(
      Kind kind, String subject, String occasion, Instant at, Map<String, Object> details) {
    String name = kind.text() + ' ' + subject + ' ' + occasion;
    UUID id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new Notification(id, at, kind, subject, Map.copyOf(details));
  }
}
