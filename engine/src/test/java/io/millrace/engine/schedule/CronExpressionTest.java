package io.millrace.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

  @ParameterizedTest(name = "{0} from {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        // five fields: minute, hour, day of month, month, day of week with Sunday = 0 = 7
        "30 2 * * *       | 2026-01-01T02:30:01 | 2026-01-02T02:30:00",
        "30 2 * * *       | 2026-01-01T02:30:00 | 2026-01-01T02:30:00",
        "*/10 * * * ?     | 2026-01-01T23:50:01 | 2026-01-02T00:00:00",
        "0 0 * * 0        | 2026-01-01T00:00:00 | 2026-01-04T00:00:00",
        "0 0 * * 7        | 2026-01-01T00:00:00 | 2026-01-04T00:00:00",
        "0 0 * * 5-7      | 2026-01-04T00:00:00 | 2026-01-04T00:00:00",
        "0 0 * * sun-tue  | 2026-01-01T00:00:00 | 2026-01-04T00:00:00",
        "0 0 * * FRI-MON  | 2026-01-05T00:00:01 | 2026-01-09T00:00:00",
        "0 0 13 * 5       | 2026-01-03T00:00:00 | 2026-01-09T00:00:00",
        "0 0 13 * 5       | 2026-01-10T00:00:00 | 2026-01-13T00:00:00",
        "0 0 1 jan,jul *  | 2026-01-02T00:00:00 | 2026-07-01T00:00:00",
        // six: seconds first, Sunday = 1
        "0 0 6,16 * * ?   | 2026-01-01T06:00:01 | 2026-01-01T16:00:00",
        "0 0 6 * * *      | 2026-01-01T06:00:01 | 2026-01-02T06:00:00",
        "0 0 6 ? * ?      | 2026-01-01T06:00:01 | 2026-01-02T06:00:00",
        "0 0 6 ? * 1      | 2026-01-01T00:00:00 | 2026-01-04T06:00:00",
        "0 0 6 * * MON    | 2026-01-01T00:00:00 | 2026-01-05T06:00:00",
        "0 0 22-4 * * ?   | 2026-01-01T04:00:01 | 2026-01-01T22:00:00",
        "0 0 22-4/2 * * ? | 2026-01-01T02:00:01 | 2026-01-01T04:00:00",
        "15/20 * * * * ?  | 2026-01-01T00:00:16 | 2026-01-01T00:00:35",
        "0 0 0 ? * 5-7/2  | 2026-01-01T00:00:01 | 2026-01-03T00:00:00",
        // seven: with the year
        "0/1 * 0 ? * * *  | 2026-01-01T00:59:59 | 2026-01-01T00:59:59",
        "0/1 * 0 ? * * *  | 2026-01-01T01:00:00 | 2026-01-02T00:00:00",
        "0 0 0 1 1 ? 2030/5 | 2026-01-01T00:00:00 | 2030-01-01T00:00:00",
        "0 0 0 1 1 ? 2030/5 | 2030-01-01T00:00:01 | 2035-01-01T00:00:00",
        // the letters
        "0 0 0 L * ?      | 2028-02-01T00:00:00 | 2028-02-29T00:00:00",
        "0 0 0 L-3 * ?    | 2026-02-01T00:00:00 | 2026-02-25T00:00:00",
        "0 0 0 L-30 * ?   | 2026-02-01T00:00:00 | 2026-03-01T00:00:00",
        "0 0 0 LW * ?     | 2026-02-01T00:00:00 | 2026-02-27T00:00:00",
        "0 0 0 1W * ?     | 2026-08-01T00:00:00 | 2026-08-03T00:00:00",
        "0 0 0 15W * ?    | 2026-02-01T00:00:00 | 2026-02-16T00:00:00",
        "0 0 0 14W * ?    | 2026-02-01T00:00:00 | 2026-02-13T00:00:00",
        "0 0 0 28W 2 ?    | 2027-01-01T00:00:00 | 2027-02-26T00:00:00",
        "0 0 0 31W * ?    | 2026-04-01T00:00:00 | 2026-05-29T00:00:00",
        "0 0 0 1,15W * ?  | 2026-02-02T00:00:00 | 2026-02-16T00:00:00",
        "0 0 0 ? * 6L     | 2026-02-01T00:00:00 | 2026-02-27T00:00:00",
        "0 0 0 ? * FRIL   | 2026-02-01T00:00:00 | 2026-02-27T00:00:00",
        "0 0 0 ? * MON#2  | 2026-02-01T00:00:00 | 2026-02-09T00:00:00",
        "0 0 0 ? 2 MON#5  | 2026-01-01T00:00:00 | 2044-02-29T00:00:00",
        "0 0 0 ? * L      | 2026-02-01T00:00:00 | 2026-02-07T00:00:00",
        // the names
        "@yearly          | 2026-01-01T00:00:01 | 2027-01-01T00:00:00",
        "@Annually        | 2026-01-01T00:00:01 | 2027-01-01T00:00:00",
        "@monthly         | 2026-01-01T00:00:01 | 2026-02-01T00:00:00",
        "@weekly          | 2026-01-01T00:00:00 | 2026-01-04T00:00:00",
        "@daily           | 2026-01-01T00:00:01 | 2026-01-02T00:00:00",
        "@midnight        | 2026-01-01T00:00:01 | 2026-01-02T00:00:00",
        "@hourly          | 2026-01-01T00:00:01 | 2026-01-01T01:00:00",
        // calendars
        "0 0 29 2 *       | 2096-03-01T00:00:00 | 2104-02-29T00:00:00",
      })
  void a_line_fires_when_it_says(String line, LocalDateTime from, LocalDateTime expected) {
    assertThat(CronExpression.parse(line).nextFrom(from)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 0 1 1 ? 2020", "0 0 0 L-29 2 ? 2030"})
  void a_line_that_never_fires_says_so(String line) {
    assertThat(CronExpression.parse(line).nextFrom(LocalDateTime.parse("2026-01-01T00:00:00")))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''              | is empty",
        "* * * *         | has 4 fields, not 5, 6 or 7",
        "* * * * * * * * | has 8 fields, not 5, 6 or 7",
        "61 * * * *      | minute 61 is not between 0 and 59",
        "0 24 * * *      | hour 24 is not between 0 and 23",
        "0 0 0 * *       | day of month 0 is not between 1 and 31",
        "0 0 * 13 *      | month 13 is not between 1 and 12 or one of JAN, FEB",
        "0 0 * * 8       | day of week 8 is not between 0 and 7 or one of SUN, MON",
        "0 0 0 ? * 0     | day of week 0 is not between 1 and 7",
        "0 0 0 1 1 ? 1969 | year 1969 is not between 1970 and 2099",
        "0 0 0 1 1 ? 2030-2020 | year 2030-2020 ends before it begins",
        "*/0 * * * *     | minute */0 has a step that is not between 1 and 60",
        "*/90 * * * *    | minute */90 has a step that is not between 1 and 60",
        "*/99999999999 * * * * | minute */99999999999 has a step",
        "99999999999 * * * * | minute 99999999999 is not between 0 and 59",
        "1,,2 * * * *    | minute has an empty part",
        "1, * * * *      | minute has an empty part",
        "5- * * * *      | minute 5- is not a value, a range or a step",
        "-5 * * * *      | minute -5 is not a value, a range or a step",
        "*-5 * * * *     | minute *-5 is not a value, a range or a step",
        "1-2-3 * * * *   | minute 1-2-3 is not a value, a range or a step",
        "1.5 * * * *     | minute 1.5 is not a value, a range or a step",
        "? * * * *       | minute ? is not a value, a range or a step",
        "x * * * *       | minute X is not between 0 and 59",
        "0 0 6 1 * MON   | has both a day of month and a day of week: use ? for one of them",
        "0 0 6 ? * MON#6 | day of week MON#6 must have a number from 1 to 5 after #",
        "0 0 6 ? * #2    | day of week has an empty part",
        "0 0 6 W * ?     | day of month has an empty part",
        "0 0 6 32W * ?   | day of month 32 is not between 1 and 31",
        "0 0 6 L-x * ?   | day of month X is not between 1 and 31",
        "0 0 6 ? * XL    | day of week X is not between 1 and 7",
        "@reboot         | is not one of @yearly",
      },
      quoteCharacter = '\'')
  void a_wrong_line_is_quoted_and_explained_in_plain_words(String line, String reason) {
    assertThatThrownBy(() -> CronExpression.parse(line))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> {
              assertThat(e.errors()).hasSize(1);
              assertThat(e.errors().get(0).field()).isEqualTo("cron");
              assertThat(e.errors().get(0).value()).isEqualTo(line);
              assertThat(e.errors().get(0).reason()).contains(reason);
            });
  }

  @Test
  void spaces_and_case_make_no_difference() {
    assertThat(CronExpression.parse("  0  0 * jan\tsun "))
        .isEqualTo(CronExpression.parse("0 0 * JAN SUN"));
  }
}
