package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole years against an oracle that looks at every local minute, one after the other. */
class ZoneYearTest {
  private static final Map<String, Integer> YEARS =
      Map.of(
          "Europe/London", 2026,
          "America/New_York", 2026,
          "Africa/Cairo", 2026,
          "Australia/Lord_Howe", 2026,
          "Pacific/Apia", 2011);
  private static final Map<String, Predicate<LocalDateTime>> LINES =
      Map.of(
          "0 * * * *", t -> t.getMinute() == 0,
          "*/20 * * * *", t -> t.getMinute() % 20 == 0,
          "30 2 * * *", t -> t.getHour() == 2 && t.getMinute() == 30,
          "0 30 0 * * ?", t -> t.getHour() == 0 && t.getMinute() == 30,
          "@monthly", t -> t.getDayOfMonth() == 1 && t.getHour() == 0 && t.getMinute() == 0);

  static Stream<Arguments> zonesAndLines() {
    return YEARS.keySet().stream()
        .flatMap(zone -> LINES.keySet().stream().map(line -> Arguments.of(zone, line)));
  }

  static Stream<ZoneRule> rules(String zone) {
    return Stream.of(GapRule.values())
        .flatMap(
            gap ->
                Stream.of(OverlapRule.values())
                    .map(overlap -> new ZoneRule(ZoneId.of(zone), gap, overlap)));
  }

  @ParameterizedTest
  @MethodSource("zonesAndLines")
  void a_year_s_fires_are_those_of_the_oracle(String zone, String line) {
    int year = YEARS.get(zone);
    Instant from = LocalDate.of(year, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC);
    Instant to = LocalDate.of(year + 1, 1, 3).atStartOfDay().toInstant(ZoneOffset.UTC);
    List<LocalDateTime> localTimes = localTimes(year, line);
    rules(zone)
        .forEach(
            rule -> {
              Schedule schedule = new CronSchedule(CronExpression.parse(line), rule);
              TreeSet<Instant> oracle = oracle(rule, localTimes, from, to);
              assertThat(fires(schedule, from, to)).as("%s", rule).isEqualTo(List.copyOf(oracle));
              anyTimeIsFollowedByTheOraclesNextFire(schedule, oracle, from);
            });
  }

  private static void anyTimeIsFollowedByTheOraclesNextFire(
      Schedule schedule, TreeSet<Instant> oracle, Instant from) {
    Random random = new Random(schedule.text().hashCode());
    for (int i = 0; i < 300; i++) {
      Instant t = from.plusMillis((long) (random.nextDouble() * 360 * 86_400_000L));
      Optional<Instant> next = schedule.nextAfter(t).filter(fire -> !fire.isAfter(oracle.last()));
      assertThat(next).as("after %s", t).isEqualTo(Optional.ofNullable(oracle.higher(t)));
    }
  }

  /**
   * The hour that comes twice fires once. The one that is missing falls on the next; but where
   * clocks jump by half an hour it does not, and none comes twice.
   */
  @ParameterizedTest
  @CsvSource({
    "Europe/London, 8759",
    "America/New_York, 8759",
    "Africa/Cairo, 8759",
    "Australia/Lord_Howe, 8760"
  })
  void a_year_has_so_many_hours_days_and_months(String id, int hours) {
    ZoneId zone = ZoneId.of(id);
    Instant from = LocalDate.of(2026, 1, 1).atStartOfDay(zone).toInstant().minusNanos(1);
    Instant to = LocalDate.of(2027, 1, 1).atStartOfDay(zone).toInstant();
    assertThat(fires(CronSchedule.parse("0 * * * * in " + zone), from, to)).hasSize(hours);
    assertThat(fires(CronSchedule.parse("30 2 * * * in " + zone), from, to)).hasSize(365);
    assertThat(fires(CronSchedule.parse("@monthly in " + zone), from, to)).hasSize(12);
  }

  @ParameterizedTest
  @ValueSource(ints = {2011, 2026})
  void in_every_zone_a_daily_time_fires_once_on_every_local_day(int year) {
    for (String id : ZoneId.getAvailableZoneIds()) {
      ZoneId zone = ZoneId.of(id);
      Instant from = LocalDate.of(year, 1, 1).atStartOfDay(zone).toInstant();
      Instant to = LocalDate.of(year + 2, 1, 1).atStartOfDay(zone).toInstant();
      List<Instant> fires =
          fires(CronSchedule.parse("30 0 * * * in " + zone), from.minusNanos(1), to);
      Map<LocalDate, Long> perDay =
          fires.stream()
              .collect(
                  Collectors.groupingBy(
                      fire -> LocalDate.ofInstant(fire, zone), Collectors.counting()));
      Map<LocalDate, Long> expected =
          LocalDate.of(year, 1, 1)
              .datesUntil(LocalDate.of(year + 2, 1, 1))
              .filter(day -> exists(day, zone))
              .collect(
                  Collectors.toMap(day -> day, day -> exists(day.minusDays(1), zone) ? 1L : 2L));
      assertThat(perDay).as(id).isEqualTo(expected);
      assertThat(Set.copyOf(fires)).as(id).hasSameSizeAs(fires);
    }
  }

  @ParameterizedTest
  @EnumSource(OverlapRule.class)
  void at_every_jump_in_history_the_fires_are_those_of_the_oracle(OverlapRule overlap) {
    Map<ZoneRules, ZoneId> differentZones =
        ZoneId.getAvailableZoneIds().stream()
            .map(ZoneId::of)
            .collect(Collectors.toMap(ZoneId::getRules, zone -> zone, (one, other) -> one));
    for (ZoneId zone : differentZones.values()) {
      ZoneRule rule = new ZoneRule(zone, GapRule.SHIFT, overlap);
      Schedule schedule = new CronSchedule(CronExpression.parse("*/30 * * * *"), rule);
      for (ZoneOffsetTransition jump : zone.getRules().getTransitions()) {
        Instant from = jump.getInstant().minusSeconds(2 * 3600);
        Instant to = jump.getInstant().plusSeconds(2 * 3600);
        Duration around = jump.getDuration().abs().plusHours(4);
        List<LocalDateTime> halfHours =
            Stream.iterate(
                    jump.getDateTimeBefore().minus(around).truncatedTo(ChronoUnit.HOURS),
                    local -> local.plusMinutes(30))
                .limit(around.toMinutes() / 15)
                .toList();
        assertThat(fires(schedule, from, to))
            .as("%s %s", zone, jump)
            .isEqualTo(List.copyOf(oracle(rule, halfHours, from, to)));
      }
    }
  }

  private static boolean exists(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toLocalDate().equals(day);
  }

  private static List<Instant> fires(Schedule schedule, Instant from, Instant to) {
    List<Instant> fires = new ArrayList<>();
    for (Instant t = schedule.nextAfter(from).orElse(to);
        t.isBefore(to);
        t = schedule.nextAfter(t).orElse(to)) {
      fires.add(t);
    }
    return fires;
  }

  private static List<LocalDateTime> localTimes(int year, String line) {
    LocalDateTime start = LocalDate.of(year, 1, 1).atStartOfDay().minusDays(2);
    return Stream.iterate(start, local -> local.plusMinutes(1))
        .limit(371 * 24 * 60)
        .filter(LINES.get(line))
        .toList();
  }

  private static TreeSet<Instant> oracle(
      ZoneRule rule, List<LocalDateTime> localTimes, Instant from, Instant to) {
    return localTimes.stream()
        .flatMap(local -> instants(rule, local).stream())
        .filter(fire -> fire.isAfter(from) && fire.isBefore(to))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Instant> instants(ZoneRule rule, LocalDateTime local) {
    List<ZoneOffset> offsets = rule.zone().getRules().getValidOffsets(local);
    if (offsets.isEmpty()) {
      return rule.gap() == GapRule.SKIP ? List.of() : List.of(firstAfterGap(rule.zone(), local));
    }
    List<Instant> instants = offsets.stream().map(local::toInstant).sorted().toList();
    return switch (rule.overlap()) {
      case FIRST -> instants.subList(0, 1);
      case LAST -> instants.subList(instants.size() - 1, instants.size());
      case BOTH -> instants;
    };
  }

  private static Instant firstAfterGap(ZoneId zone, LocalDateTime missing) {
    LocalDateTime local = missing;
    while (isMissing(zone, local.plusMinutes(1))) {
      local = local.plusMinutes(1);
    }
    while (isMissing(zone, local)) {
      local = local.plusSeconds(1);
    }
    return local.toInstant(zone.getRules().getOffset(local));
  }

  private static boolean isMissing(ZoneId zone, LocalDateTime local) {
    return zone.getRules().getValidOffsets(local).isEmpty();
  }
}
