package io.millrace.engine.schedule;

import io.millrace.engine.input.InvalidInputException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Turns local times into instants: a zone, and the rules for its clock changes. A cron line itself
 * has no zone.
 */
public record ZoneRule(ZoneId zone, GapRule gap, OverlapRule overlap) {
  /** UTC has no clock changes. */
  public static final ZoneRule UTC = in(ZoneId.of("UTC"));

  private static final Set<String> ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());
  private static final Instant EARLIEST = Instant.parse("0001-01-02T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-30T00:00:00Z");

  /** A zone with the default rules: a missing local time is shifted, a repeated one fires once. */
  public static ZoneRule in(ZoneId zone) {
    return new ZoneRule(zone, GapRule.SHIFT, OverlapRule.FIRST);
  }

  /** The IANA zone of that name. A bare offset is refused, because it has no clock changes. */
  public static ZoneId parseZone(String text) {
    if (ZONES.contains(text)) {
      return ZoneId.of(text);
    }
    String suggestion =
        ZONES.stream()
            .filter(text::equalsIgnoreCase)
            .findFirst()
            .map(id -> ": did you mean " + id + "?")
            .orElse(", such as Europe/London");
    throw new InvalidInputException("zone", text, "is not an IANA time zone" + suggestion);
  }

  /**
   * The first instant after {@code t} at which one of the local times occurs.
   *
   * @param local returns the schedule's first local time at or after a given one
   */
  Optional<Instant> nextAfter(Instant t, Function<LocalDateTime, Optional<LocalDateTime>> local) {
    if (t.isAfter(LATEST)) {
      return Optional.empty();
    }
    Instant after = t.isBefore(EARLIEST) ? EARLIEST : t;
    return switch (overlap) {
      case FIRST -> next(after, false, local);
      case LAST -> next(after, true, local);
      case BOTH ->
          Stream.of(next(after, false, local), next(after, true, local))
              .flatMap(Optional::stream)
              .min(Instant::compareTo);
    };
  }

  private Optional<Instant> next(
      Instant t, boolean last, Function<LocalDateTime, Optional<LocalDateTime>> local) {
    ZoneRules rules = zone.getRules();
    Optional<LocalDateTime> fire = local.apply(firstNotFired(rules, t, last));
    while (fire.isPresent()) {
      ZoneOffsetTransition jump = rules.getTransition(fire.get());
      if (jump == null) {
        return fire.map(time -> time.toInstant(rules.getOffset(time)));
      }
      if (jump.isOverlap()) {
        return fire.map(
            time -> time.toInstant(last ? jump.getOffsetAfter() : jump.getOffsetBefore()));
      }
      if (gap == GapRule.SHIFT) {
        return Optional.of(jump.getInstant());
      }
      fire = local.apply(jump.getDateTimeAfter());
    }
    return Optional.empty();
  }

  /** The earliest local time whose instant is after {@code t}. */
  private LocalDateTime firstNotFired(ZoneRules rules, Instant t, boolean last) {
    LocalDateTime now = LocalDateTime.ofInstant(t, zone);
    ZoneOffsetTransition jump = rules.getTransition(now);
    if (jump != null) {
      boolean secondPass = !t.isBefore(jump.getInstant());
      if (secondPass && !last) {
        return jump.getDateTimeBefore();
      }
      if (!secondPass && last) {
        return jump.getDateTimeAfter();
      }
    }
    return now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }
}
