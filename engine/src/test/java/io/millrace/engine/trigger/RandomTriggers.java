package io.millrace.engine.trigger;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * Triggers and schedules of all kinds.
 *
 * @param kinds the more, the rarer are schedules that fire often
 */
record RandomTriggers(Random random, int kinds) {

  Trigger trigger(String name, Instant start) {
    Instant whole = Instant.ofEpochSecond(start.getEpochSecond() / 60 * 60);
    return new Trigger(
        name,
        whole,
        random.nextInt(4) == 0 ? whole.plusSeconds(60L * random.nextInt(2_000)) : null,
        schedule(whole),
        Duration.ofMinutes(random.nextInt(3) == 0 ? random.nextInt(120) - 30 : 0),
        CatchUpMode.values()[random.nextInt(4)]);
  }

  Schedule schedule(Instant start) {
    return switch (random.nextInt(kinds)) {
      case 0 -> CronSchedule.parse("*/5 * * * *");
      case 1 -> CronSchedule.parse("17 */2 * * *");
      case 2 -> new IntervalSchedule(Duration.ofSeconds(10 + random.nextInt(60)), start);
      default -> new IntervalSchedule(Duration.ofMinutes(1 + random.nextInt(200)), start);
    };
  }
}
