package io.millrace.engine.schedule;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cron line in a time zone. */
public record CronSchedule(CronExpression cron, ZoneRule rule) implements Schedule {
  private static final Pattern TEXT =
      Pattern.compile(
          "(.*?)(?:\\s+in\\s+(\\S+))?(?:\\s+gap\\s+(\\S+))?(?:\\s+overlap\\s+(\\S+))?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * Parses {@code 0 30 2 * * ? in Europe/London gap skip overlap both}; all but the cron line is
   * optional.
   */
  public static CronSchedule parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new InvalidInputException("schedule", text, "is not a schedule");
    }
    CronExpression cron = CronExpression.parse(parts.group(1));
    ZoneRule rule = ZoneRule.UTC;
    return new CronSchedule(
        cron,
        new ZoneRule(
            parts.group(2) == null ? rule.zone() : ZoneRule.parseZone(parts.group(2)),
            parts.group(3) == null ? rule.gap() : GapRule.parse(parts.group(3)),
            parts.group(4) == null ? rule.overlap() : OverlapRule.parse(parts.group(4))));
  }

  @Override
  public Optional<Instant> nextAfter(Instant t) {
    return rule.nextAfter(t, cron::nextFrom);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(cron.text());
    if (!rule.zone().equals(ZoneRule.UTC.zone())) {
      text.append(" in ").append(rule.zone());
    }
    if (rule.gap() != ZoneRule.UTC.gap()) {
      text.append(" gap ").append(WordList.of(rule.gap()));
    }
    if (rule.overlap() != ZoneRule.UTC.overlap()) {
      text.append(" overlap ").append(WordList.of(rule.overlap()));
    }
    return text.toString();
  }
}
