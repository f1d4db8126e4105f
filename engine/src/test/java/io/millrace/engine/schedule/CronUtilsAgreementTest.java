package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * An independent implementation says the same, where it is right itself (docs/decisions/cron.md).
 */
class CronUtilsAgreementTest {
  private static final CronParser UNIX = parser(CronType.UNIX);
  private static final CronParser QUARTZ = parser(CronType.QUARTZ);

  @BeforeAll
  static void no_stack_traces_for_its_control_flow() {
    ((Logger) LoggerFactory.getLogger("com.cronutils")).setLevel(Level.INFO);
  }

  private static CronParser parser(CronType type) {
    return new CronParser(CronDefinitionBuilder.instanceDefinitionFor(type));
  }

  static LongStream seeds() {
    return LongStream.range(0, 10);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void random_lines_fire_when_cron_utils_says(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 150; i++) {
      boolean unix = random.nextBoolean();
      String line = unix ? unixLine(random) : quartzLine(random);
      ExecutionTime theirs = ExecutionTime.forCron((unix ? UNIX : QUARTZ).parse(line));
      CronExpression ours = CronExpression.parse(line);
      for (int k = 0; k < 4; k++) {
        LocalDateTime t =
            LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(random.nextInt(10 * 365 * 86_400));
        Optional<LocalDateTime> expected =
            theirs.nextExecution(t.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
        Optional<LocalDateTime> actual =
            ours.nextFrom(t.plusSeconds(1)).filter(fire -> fire.getYear() <= t.getYear() + 100);
        assertThat(actual).as("%s after %s", line, t).isEqualTo(expected);
      }
    }
  }

  private static String unixLine(Random random) {
    return String.join(
        " ",
        field(random, 0, 59),
        field(random, 0, 23),
        field(random, 1, 31),
        field(random, 1, 12),
        random.nextBoolean() ? "*" : String.valueOf(random.nextInt(7)));
  }

  private static String quartzLine(Random random) {
    String[] days = {"L", "LW", "L-" + (1 + random.nextInt(5)), (1 + random.nextInt(27)) + "W"};
    String[] weekdays = {(1 + random.nextInt(7)) + "L", (1 + random.nextInt(7)) + "#" + 2, "L"};
    String day =
        switch (random.nextInt(4)) {
          case 0 -> field(random, 1, 31) + " %s ?";
          case 1 -> days[random.nextInt(days.length)] + " %s ?";
          case 2 -> "? %s " + field(random, 1, 7);
          default -> "? %s " + weekdays[random.nextInt(weekdays.length)];
        };
    return String.join(
        " ",
        field(random, 0, 59),
        field(random, 0, 59),
        field(random, 0, 23),
        day.formatted(field(random, 1, 12)),
        field(random, 1970, 2099));
  }

  private static String field(Random random, int min, int max) {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> "*";
      case 3 -> "*/" + (1 + random.nextInt(max - min));
      case 4 -> part(random, min, max) + "," + part(random, min, max);
      default -> part(random, min, max);
    };
  }

  private static String part(Random random, int min, int max) {
    int a = min + random.nextInt(max - min + 1);
    int b = a + random.nextInt(max - a + 1);
    int step = 1 + random.nextInt(max - min);
    return switch (random.nextInt(4)) {
      case 0 -> a + "-" + b;
      case 1 -> a + "/" + step;
      case 2 -> a + "-" + b + "/" + step;
      default -> String.valueOf(a);
    };
  }
}
