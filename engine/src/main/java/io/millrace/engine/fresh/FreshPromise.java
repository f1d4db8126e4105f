package io.millrace.engine.fresh;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InvalidInputException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How old data may be, and how much of the time that must hold.
 *
 * @param within the greatest age; data that is older is stale
 * @param objective the part of the time in percent, above 0 and at most 100
 */
public record FreshPromise(Duration within, BigDecimal objective) {
  public static final BigDecimal DEFAULT_OBJECTIVE = BigDecimal.valueOf(99);

  /** A promise of more than a year could not be kept or broken in any window. */
  static final Duration LONGEST = Duration.ofDays(366);

  private static final BigDecimal ALL = BigDecimal.valueOf(100);
  private static final int MOST_DECIMALS = 4;
  private static final long PARTS = 1_000_000;
  private static final Pattern TEXT = Pattern.compile("(\\S+) at (\\S+)%");

  public FreshPromise {
    if (within.isNegative() || within.isZero()) {
      throw new InvalidInputException("within", Durations.format(within), "must be more than 0");
    }
    if (within.compareTo(LONGEST) > 0) {
      throw new InvalidInputException(
          "within", Durations.format(within), "must be at most " + LONGEST.toDays() + " days");
    }
    objective = checkedObjective(objective);
  }

  static BigDecimal checkedObjective(BigDecimal percent) {
    if (percent.signum() <= 0 || percent.compareTo(ALL) > 0) {
      throw new InvalidInputException(
          "objective", percent.toPlainString() + "%", "must be more than 0 % and at most 100 %");
    }
    BigDecimal plain = percent.stripTrailingZeros();
    if (plain.scale() > MOST_DECIMALS) {
      throw new InvalidInputException(
          "objective",
          percent.toPlainString() + "%",
          "must have at most " + MOST_DECIMALS + " decimals");
    }
    return plain.scale() < 0 ? plain.setScale(0) : plain;
  }

  public static FreshPromise of(Duration within) {
    return new FreshPromise(within, DEFAULT_OBJECTIVE);
  }

  /** Reads what {@link #text} wrote. */
  public static FreshPromise parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new InvalidInputException("fresh", text, "is not a promise such as 6h at 99%");
    }
    return new FreshPromise(Durations.parse(parts.group(1)), new BigDecimal(parts.group(2)));
  }

  /** The stored form, such as {@code 6h at 99%}. */
  public String text() {
    return Durations.format(within) + " at " + objectiveText();
  }

  public String objectiveText() {
    return objective.toPlainString() + "%";
  }

  /** Its fields with their names in documents. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("within", Durations.format(within));
    fields.put("objective", objectiveText());
    return fields;
  }

  /** The part of the time in which the data may be stale, in millionths. */
  public long allowedParts() {
    return PARTS - objective.movePointRight(MOST_DECIMALS).longValueExact();
  }

  /** When data of this time becomes stale. */
  public Instant staleAt(Instant dataOf) {
    return dataOf.plus(within);
  }

  @Override
  public String toString() {
    return text();
  }
}
