package io.millrace.runners.container;

import io.millrace.engine.worker.Assignment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a container says of itself in its name and its labels, so that a later start of its node
 * finds it. Neither has anything of the task's values.
 *
 * @param installation the Millrace it belongs to
 * @param node the node that made it
 * @param start the start of that node; that of a later start is greater
 */
record ContainerMark(String installation, String node, String start) {
  static final String INSTALLATION = "io.millrace.installation";
  static final String NODE = "io.millrace.node";
  static final String START = "io.millrace.start";
  static final String TASK = "io.millrace.task";
  static final String ATTEMPT = "io.millrace.attempt";
  static final String ATTEMPT_NO = "io.millrace.attempt-no";
  static final String DEADLINE = "io.millrace.deadline";

  /** Clocks of two installations may differ. */
  static final Duration OVERDUE = Duration.ofMinutes(10);

  private static final int LONGEST_TITLE = 40;

  Map<String, String> labels(Assignment assignment) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(INSTALLATION, installation);
    labels.put(NODE, node);
    labels.put(START, start);
    labels.put(TASK, assignment.taskId());
    labels.put(ATTEMPT, assignment.attemptUid().toString());
    labels.put(ATTEMPT_NO, Integer.toString(assignment.attemptNo()));
    labels.put(DEADLINE, assignment.deadline().toString());
    return labels;
  }

  /**
   * All attempts at the same work have the same name, and an engine gives a name once. So no two of
   * them run at the same time on one engine.
   */
  String name(Assignment assignment) {
    String title =
        (assignment.source() + "-" + assignment.collection()).replaceAll("[^A-Za-z0-9_.-]", "-");
    String work =
        String.join(
            "\n",
            installation,
            assignment.source(),
            assignment.collection(),
            String.valueOf(assignment.logicalTime()));
    String hash =
        UUID.nameUUIDFromBytes(work.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
    return "millrace-"
        + title.substring(0, Math.min(LONGEST_TITLE, title.length()))
        + "-"
        + hash.substring(0, 16);
  }

  /**
   * Whether a container belongs to an attempt that is over. A start that slept must not end what
   * the start after it runs.
   *
   * @param held the attempts that this start of the node runs
   */
  boolean isOrphan(Map<String, String> labels, Set<UUID> held, Instant now) {
    if (!labels.containsKey(INSTALLATION)) {
      return false;
    }
    String other = labels.get(START);
    boolean ofThisNode =
        installation.equals(labels.get(INSTALLATION)) && node.equals(labels.get(NODE));
    if (ofThisNode && start.equals(other)) {
      return held.stream().noneMatch(uid -> uid.toString().equals(labels.get(ATTEMPT)));
    }
    boolean earlier = ofThisNode && other != null && other.compareTo(start) < 0;
    return earlier || isOverdue(labels.get(DEADLINE), now);
  }

  /** The attempt of a container of this Millrace; empty for those of others. */
  Optional<UUID> attemptOf(Map<String, String> labels) {
    String attempt = labels.get(ATTEMPT);
    try {
      return attempt != null && installation.equals(labels.get(INSTALLATION))
          ? Optional.of(UUID.fromString(attempt))
          : Optional.empty();
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static boolean isOverdue(@Nullable String deadline, Instant now) {
    try {
      return deadline != null && Instant.parse(deadline).plus(OVERDUE).isBefore(now);
    } catch (DateTimeParseException notOurs) {
      return false;
    }
  }

  /**
   * Whether the container with these labels must make room for an attempt at the same work. The uid
   * of a later attempt is greater. A node that slept must not end the attempt that replaced its
   * own.
   */
  static boolean isReplacedBy(UUID attempt, Map<String, String> labels) {
    String other = labels.get(ATTEMPT);
    return other != null && other.compareTo(attempt.toString()) < 0;
  }
}
