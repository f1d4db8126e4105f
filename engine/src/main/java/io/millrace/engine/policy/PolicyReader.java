package io.millrace.engine.policy;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.schedule.Durations;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a policy from the mapping of a collection or a site. */
public final class PolicyReader {
  public static final List<String> FIELDS =
      List.of("schedule", "timeout", "retry", "align", "when_exhausted", "give_up_after");

  private static final Duration DEFAULT_DELAY = Duration.ofMinutes(1);
  private static final Duration DEFAULT_MAX_DELAY = Duration.ofHours(1);

  private PolicyReader() {}

  /** The policy; what is refused is noted, and is then as it is by default. */
  public static Policy read(InputNode node) {
    Optional<Schedule> schedule = node.optional("schedule").flatMap(ScheduleReader::read);
    Policy attempts = readAttempts(node);
    Optional<Alignment> align =
        node.optional("align").flatMap(field -> field.text(Alignment::parse));
    Optional<Boolean> disable =
        node.optional("when_exhausted").flatMap(field -> field.text(PolicyReader::disable));
    return new Policy(
        schedule.orElse(null),
        attempts.timeout(),
        attempts.retry(),
        align.orElse(Alignment.PLANNED),
        disable.orElse(false),
        positive(node, "give_up_after").orElse(Policy.DEFAULT_GIVE_UP_AFTER));
  }

  /**
   * The policy of what has no schedule: how long an attempt may take, and when there is another.
   */
  public static Policy readAttempts(InputNode node) {
    Optional<Retry> retry = node.optional("retry").flatMap(PolicyReader::retry);
    return new Policy(
        null,
        positive(node, "timeout").orElse(Policy.DEFAULT_TIMEOUT),
        retry.orElse(Retry.NONE),
        Alignment.PLANNED,
        false,
        Policy.DEFAULT_GIVE_UP_AFTER);
  }

  private static Optional<Retry> retry(InputNode node) {
    return node.child("delays").isEmpty() ? backoff(node) : delays(node);
  }

  private static Optional<Retry> delays(InputNode node) {
    node.isMappingOf("delays");
    List<InputNode> items = node.child("delays").items();
    List<Duration> delays =
        items.stream().flatMap(item -> item.text(PolicyReader::delay).stream()).toList();
    return delays.size() == items.size() ? Optional.of(new Retry.Delays(delays)) : Optional.empty();
  }

  private static Optional<Retry> backoff(InputNode node) {
    if (!node.isMappingOf("attempts", "delay", "factor", "max_delay", "jitter")) {
      return Optional.empty();
    }
    Optional<Integer> attempts =
        node.required("attempts").flatMap(field -> field.whole(1, Retry.Backoff.MOST_ATTEMPTS));
    Optional<Duration> delay =
        node.optional("delay").flatMap(field -> field.text(PolicyReader::delay));
    Optional<Duration> most =
        node.optional("max_delay").flatMap(field -> field.text(PolicyReader::delay));
    double factor = share(node, "factor", 1, 100).orElse(2.0);
    double jitter = share(node, "jitter", 0, 1).orElse(0.0);
    return attempts.map(
        n ->
            new Retry.Backoff(
                n, delay.orElse(DEFAULT_DELAY), factor, most.orElse(DEFAULT_MAX_DELAY), jitter));
  }

  private static Optional<Double> share(InputNode node, String name, double least, double most) {
    return node.optional(name)
        .flatMap(
            field -> {
              Optional<Double> given = field.number();
              Optional<Double> good = given.filter(n -> n >= least && n <= most);
              if (given.isPresent() && good.isEmpty()) {
                field.refuse("must be %.0f to %.0f".formatted(least, most));
              }
              return good;
            });
  }

  private static Optional<Duration> positive(InputNode node, String name) {
    return node.optional(name).flatMap(field -> field.text(Durations::parsePositive));
  }

  private static Duration delay(String text) {
    Duration delay = Durations.parse(text);
    if (delay.isNegative()) {
      throw new InvalidInputException("delay", text, "must not be negative");
    }
    return delay;
  }

  private static boolean disable(String text) {
    if (text.equals("wait") || text.equals("disable")) {
      return text.equals("disable");
    }
    throw new InvalidInputException("when_exhausted", text, "is not one of wait, disable");
  }
}
