package io.millrace.engine.job;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a trigger of a job. */
final class TriggerReader {
  private static final String[] FIELDS = {
    "name", "start", "end", "cron", "period", "zone", "gap", "overlap", "offset", "catchup"
  };
  private static final Duration MIN_PERIOD = Duration.ofSeconds(1);

  private TriggerReader() {}

  /**
   * @param taken the names of the earlier triggers; its own is added
   */
  static Optional<Trigger> read(InputNode node, Set<String> taken) {
    if (!node.isMappingOf(FIELDS)) {
      return Optional.empty();
    }
    Optional<String> name = NameReader.read(node, taken, "trigger");
    Optional<Instant> start = node.required("start").flatMap(JobTimeReader::read);
    Optional<CatchUpMode> catchUp =
        node.optional("catchup").flatMap(field -> field.text(CatchUpMode::parse));
    Optional<Trigger> timed =
        readTiming(node, start.orElse(Instant.MIN), List.of("zone", "gap", "overlap"));
    return timed
        .filter(trigger -> name.isPresent() && start.isPresent())
        .map(
            trigger ->
                new Trigger(
                    name.get(),
                    trigger.start(),
                    trigger.end(),
                    trigger.schedule(),
                    trigger.offset(),
                    catchUp.orElse(CatchUpMode.EARLIEST)));
  }

  /**
   * Reads the fields that decide when a trigger fires, as a trigger without a name. Errors are
   * collected.
   *
   * @param cronOnly fields that are refused next to a period
   */
  static Optional<Trigger> readTiming(InputNode node, Instant start, List<String> cronOnly) {
    Instant end = node.optional("end").flatMap(JobTimeReader::read).orElse(null);
    if (end != null && !end.isAfter(start)) {
      node.child("end").refuse("must be after start");
    }
    Optional<Duration> offset =
        node.optional("offset")
            .flatMap(
                field ->
                    field.duration(
                        text -> JobTimeReader.requireWholeMillis(Durations.parse(text))));
    return schedule(node, start, cronOnly)
        .map(
            schedule ->
                new Trigger(
                    "", start, end, schedule, offset.orElse(Duration.ZERO), CatchUpMode.EARLIEST));
  }

  private static Optional<Schedule> schedule(InputNode node, Instant start, List<String> cronOnly) {
    Optional<InputNode> cron = node.optional("cron");
    Optional<InputNode> period = node.optional("period");
    if (cron.isPresent() == period.isPresent()) {
      node.child("cron").refuse("exactly one of cron and period must be given");
      return Optional.empty();
    }
    if (cron.isPresent()) {
      return ScheduleReader.cronOf(node);
    }
    cronOnly.stream()
        .map(node::child)
        .filter(field -> !field.isEmpty())
        .forEach(field -> field.refuse("goes with cron, not with period"));
    return period
        .flatMap(field -> field.duration(TriggerReader::period))
        .map(every -> new IntervalSchedule(every, start));
  }

  private static Duration period(String text) {
    Duration period = JobTimeReader.requireWholeMillis(Durations.parse(text));
    if (period.compareTo(MIN_PERIOD) < 0) {
      throw new InvalidInputException("period", text, "must be at least 1s");
    }
    return period;
  }
}
