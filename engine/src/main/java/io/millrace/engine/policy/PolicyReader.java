package io.millrace.engine.policy;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a policy from the mapping of a collection or a site. */
public final class PolicyReader {
  /** The field with a sentence for each kind of failure. */
  public static final String USER_MESSAGES = "user_messages";

  public static final List<String> FIELDS =
      List.of(
          "schedule",
          "timeout",
          "retry",
          "align",
          "when_exhausted",
          "give_up_after",
          USER_MESSAGES);

  private static final List<String> WHEN_EXHAUSTED = List.of("wait", "disable");
  private static final Duration DEFAULT_DELAY = Duration.ofMinutes(1);
  private static final double CONSTANT = 1;

  private PolicyReader() {}

  /** Reads the policy. A refused field is noted as an error and gets its default. */
  public static Policy read(InputNode node) {
    Optional<Schedule> schedule = node.optional("schedule").flatMap(ScheduleReader::read);
    Policy attempts = readAttempts(node);
    Optional<Alignment> align =
        node.optional("align").flatMap(field -> field.text(Alignment::parse));
    Optional<Boolean> disable =
        node.optional("when_exhausted").flatMap(field -> field.text(PolicyReader::disable));
    return new Policy(
        schedule.flatMap(read -> withRoom(node, read, attempts)).orElse(null),
        attempts.timeout(),
        attempts.retry(),
        align.orElse(Alignment.PLANNED),
        disable.orElse(false),
        positive(node, "give_up_after").orElse(Policy.DEFAULT_GIVE_UP_AFTER),
        attempts.messages());
  }

  /** A schedule that keeps data fresh has to leave room for the timeout and all retries. */
  private static Optional<Schedule> withRoom(InputNode node, Schedule schedule, Policy attempts) {
    if (!(schedule instanceof FreshSchedule fresh)) {
      return Optional.of(schedule);
    }
    try {
      return Optional.of(fresh.withRoom(attempts.longestSeries()));
    } catch (InvalidInputException tooShort) {
      InputNode field = node.child("schedule");
      (field.isText() ? field : field.child("fresh")).refuse(tooShort.errors().get(0).reason());
      return Optional.empty();
    }
  }

  /**
   * Reads the policy of something without a schedule: its timeout, its retries and its sentences
   * for the user.
   */
  public static Policy readAttempts(InputNode node) {
    Optional<RetryPolicy> retry = node.optional("retry").flatMap(PolicyReader::retry);
    return new Policy(
        null,
        positive(node, "timeout").orElse(Policy.DEFAULT_TIMEOUT),
        retry.orElse(RetryPolicy.NONE),
        Alignment.PLANNED,
        false,
        Policy.DEFAULT_GIVE_UP_AFTER,
        node.optional(USER_MESSAGES).flatMap(UserMessagesReader::read).orElse(UserMessages.NONE));
  }

  private static Optional<RetryPolicy> retry(InputNode node) {
    return node.child("delays").isEmpty() ? backoff(node) : delays(node);
  }

  private static Optional<RetryPolicy> delays(InputNode node) {
    node.isMappingOf("delays");
    List<InputNode> items = node.child("delays").items();
    List<Duration> delays =
        items.stream().flatMap(item -> item.duration(PolicyReader::delay).stream()).toList();
    return delays.size() == items.size()
        ? Optional.of(new RetryPolicy.ListedDelays(delays))
        : Optional.empty();
  }

  private static Optional<RetryPolicy> backoff(InputNode node) {
    if (!node.isMappingOf("attempts", "delay", "factor", "max_delay", "jitter")) {
      return Optional.empty();
    }
    Optional<Integer> attempts =
        node.required("attempts")
            .flatMap(field -> field.whole(1, RetryPolicy.ExponentialDelays.MOST_ATTEMPTS));
    Duration delay =
        node.optional("delay")
            .flatMap(field -> field.duration(PolicyReader::delay))
            .orElse(DEFAULT_DELAY);
    Optional<Duration> most =
        node.optional("max_delay").flatMap(field -> field.duration(PolicyReader::delay));
    double factor = decimal(node, "factor", 1, 100).orElse(CONSTANT);
    double jitter = decimal(node, "jitter", 0, 1).orElse(0.0);
    return attempts.map(
        n ->
            new RetryPolicy.ExponentialDelays(
                n,
                delay,
                factor,
                most.orElse(RetryPolicy.ExponentialDelays.defaultMaxDelay(delay)),
                jitter));
  }

  private static Optional<Double> decimal(InputNode node, String name, double least, double most) {
    return node.optional(name)
        .flatMap(
            field -> {
              Optional<Double> value = field.number();
              Optional<Double> valid = value.filter(n -> n >= least && n <= most);
              if (value.isPresent() && valid.isEmpty()) {
                field.refuse("must be %.0f to %.0f".formatted(least, most));
              }
              return valid;
            });
  }

  private static Optional<Duration> positive(InputNode node, String name) {
    return node.optional(name).flatMap(field -> field.duration(Durations::parsePositive));
  }

  private static Duration delay(String text) {
    Duration delay = Durations.parse(text);
    if (delay.isNegative()) {
      throw new InvalidInputException("delay", text, "must not be negative");
    }
    return delay;
  }

  private static boolean disable(String text) {
    return WordList.read(WHEN_EXHAUSTED, word -> word, "when_exhausted", text).equals("disable");
  }
}
