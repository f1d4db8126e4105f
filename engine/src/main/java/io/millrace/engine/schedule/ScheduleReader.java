package io.millrace.engine.schedule;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InputNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads a schedule from a document: text as for {@link Schedule#parse}, {@code {cron, zone, gap,
 * overlap}}, {@code {every, from}} or {@code {fresh}}.
 */
public final class ScheduleReader {
  private ScheduleReader() {}

  /** The schedule; empty if it was refused. The error is noted. */
  public static Optional<Schedule> read(InputNode node) {
    if (node.isText()) {
      Optional<Schedule> schedule = node.text(Schedule::parse);
      if (schedule.isPresent() && schedule.get() instanceof CronSchedule cron) {
        refuseNever(node, cron.cron());
      }
      return schedule;
    }
    boolean cron = !node.child("cron").isEmpty();
    boolean every = !node.child("every").isEmpty();
    boolean fresh = !node.child("fresh").isEmpty();
    if (Stream.of(cron, every, fresh).filter(given -> given).count() != 1) {
      node.refuse("must be a cron line, {cron: …, zone: …}, {every: …, from: …} or {fresh: …}");
      return Optional.empty();
    }
    if (fresh) {
      node.isMappingOf("fresh");
      return node.child("fresh").duration(Durations::parsePositive).map(FreshSchedule::of);
    }
    return cron ? cron(node) : every(node);
  }

  private static Optional<Schedule> cron(InputNode node) {
    node.isMappingOf("cron", "zone", "gap", "overlap");
    return cronOf(node);
  }

  /** The cron line and its zone, in a mapping that may have other fields. */
  public static Optional<Schedule> cronOf(InputNode node) {
    Optional<CronExpression> cron =
        node.required("cron").flatMap(text -> text.text(CronExpression::parse));
    cron.ifPresent(line -> refuseNever(node.child("cron"), line));
    ZoneRule utc = ZoneRule.UTC;
    Optional<ZoneId> zone = node.optional("zone").flatMap(text -> text.text(ZoneRule::parseZone));
    Optional<GapRule> gap = node.optional("gap").flatMap(text -> text.text(GapRule::parse));
    Optional<OverlapRule> overlap =
        node.optional("overlap").flatMap(text -> text.text(OverlapRule::parse));
    return cron.map(
        line ->
            new CronSchedule(
                line,
                new ZoneRule(
                    zone.orElse(utc.zone()),
                    gap.orElse(utc.gap()),
                    overlap.orElse(utc.overlap()))));
  }

  private static void refuseNever(InputNode node, CronExpression cron) {
    if (cron.isNever()) {
      node.refuseIfNew("never fires: no date matches it");
    }
  }

  private static Optional<Schedule> every(InputNode node) {
    node.isMappingOf("every", "from");
    Optional<Duration> every =
        node.required("every").flatMap(text -> text.duration(Durations::parsePositive));
    Optional<Instant> from =
        node.optional("from").flatMap(text -> text.text(IntervalSchedule::parseFrom));
    return every.map(length -> new IntervalSchedule(length, from.orElse(Instant.EPOCH)));
  }
}
