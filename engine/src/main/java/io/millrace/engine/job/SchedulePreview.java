package io.millrace.engine.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.schedule.ZoneRule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When a trigger would fire.
 *
 * @param zone whose clocks its times may be shown on
 */
public record SchedulePreview(String schedule, ZoneId zone, List<PreviewedFire> fires) {

  /** One fire, and when it is due. */
  public record PreviewedFire(Instant logicalTime, Instant dueAt) {}

  /**
   * The first fires of a trigger, given by the fields of one: from its start on, or without a start
   * from now on.
   *
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong with them
   */
  public static SchedulePreview of(JsonNode fields, int fires, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(fields, errors);
    node.isMappingOf("cron", "period", "start", "end", "zone", "gap", "overlap", "offset");
    Optional<Instant> start = node.optional("start").flatMap(JobTimeReader::read);
    Optional<Trigger> read =
        TriggerReader.readTiming(
            node, start.orElse(now.truncatedTo(ChronoUnit.SECONDS)), List.of("gap", "overlap"));
    ZoneId zone =
        node.child("cron").isEmpty()
            ? node.optional("zone")
                .flatMap(field -> field.text(ZoneRule::parseZone))
                .orElse(ZoneRule.UTC.zone())
            : null;
    errors.throwIfAny();
    Trigger trigger = read.orElseThrow();
    return trigger.schedule() instanceof CronSchedule cron
        ? of(trigger, cron.rule().zone(), start.isPresent(), fires)
        : of(trigger, zone, true, fires);
  }

  private static SchedulePreview of(Trigger trigger, ZoneId zone, boolean withStart, int fires) {
    List<PreviewedFire> list = new ArrayList<>();
    Instant before = withStart ? trigger.start().minusMillis(1) : trigger.start();
    Optional<Instant> next = trigger.nextAfter(before);
    while (next.isPresent() && list.size() < fires) {
      list.add(new PreviewedFire(next.get(), trigger.dueAt(next.get())));
      next = trigger.nextAfter(next.get());
    }
    return new SchedulePreview(trigger.schedule().text(), zone, list);
  }
}
