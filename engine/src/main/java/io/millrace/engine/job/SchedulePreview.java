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
 * The times at which a trigger would fire.
 *
 * @param zone the time zone for showing the times
 */
public record SchedulePreview(String schedule, ZoneId zone, List<PreviewedFire> fires) {

  /** One fire, and when it is due. */
  public record PreviewedFire(Instant logicalTime, Instant dueAt) {}

  /**
   * Returns the first fires of a trigger with these fields: from its start on, or from now on if it
   * has no start.
   *
   * @throws io.millrace.engine.input.InvalidInputException with every error in the fields
   */
  public static SchedulePreview of(JsonNode fields, int fires, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(fields, errors);
    node.isMappingOf("cron", "period", "start", "end", "zone", "gap", "overlap", "offset");
    Optional<Instant> start = node.optional("start").flatMap(JobTimeReader::read);
    Optional<Trigger> parsed =
        TriggerReader.readTiming(
            node, start.orElse(now.truncatedTo(ChronoUnit.SECONDS)), List.of("gap", "overlap"));
    Optional<ZoneId> zone =
        node.child("cron").isEmpty()
            ? node.optional("zone").flatMap(field -> field.text(ZoneRule::parseZone))
            : Optional.empty();
    errors.throwIfAny();
    Trigger trigger = parsed.orElseThrow();
    return trigger.schedule() instanceof CronSchedule cron
        ? of(trigger, cron.rule().zone(), start.isPresent(), fires)
        : of(trigger, zone.orElse(ZoneRule.UTC.zone()), true, fires);
  }

  private static SchedulePreview of(Trigger trigger, ZoneId zone, boolean withStart, int fires) {
    List<PreviewedFire> previews = new ArrayList<>();
    Instant before = withStart ? trigger.start().minusMillis(1) : trigger.start();
    Optional<Instant> next = trigger.nextAfter(before);
    while (next.isPresent() && previews.size() < fires) {
      previews.add(new PreviewedFire(next.get(), trigger.dueAt(next.get())));
      next = trigger.nextAfter(next.get());
    }
    return new SchedulePreview(trigger.schedule().text(), zone, previews);
  }
}
