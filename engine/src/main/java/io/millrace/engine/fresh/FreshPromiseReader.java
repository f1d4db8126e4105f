package io.millrace.engine.fresh;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code fresh: {within: 6h, objective: 99%}}. */
public final class FreshPromiseReader {
  public static final String FIELD = "fresh";

  private static final String OBJECTIVE = "objective";

  private FreshPromiseReader() {}

  /** Reads the promise of a definition; absent if it has none, or if it was refused. */
  public static @Nullable FreshPromise read(InputNode definition) {
    return definition.optional(FIELD).flatMap(FreshPromiseReader::promise).orElse(null);
  }

  private static Optional<FreshPromise> promise(InputNode node) {
    if (!node.isMappingOf("within", OBJECTIVE)) {
      return Optional.empty();
    }
    Optional<Duration> within =
        node.required("within").flatMap(field -> field.duration(FreshPromiseReader::within));
    Optional<InputNode> given = node.optional(OBJECTIVE);
    Optional<BigDecimal> objective =
        given.isEmpty()
            ? Optional.of(FreshPromise.DEFAULT_OBJECTIVE)
            : given.flatMap(FreshPromiseReader::objective);
    return within.flatMap(age -> objective.map(percent -> new FreshPromise(age, percent)));
  }

  private static Duration within(String text) {
    return FreshPromise.of(Durations.parsePositive(text)).within();
  }

  private static Optional<BigDecimal> objective(InputNode field) {
    if (!field.isNumber()) {
      return field.text(FreshPromiseReader::percent);
    }
    return field
        .number()
        .flatMap(
            number -> {
              try {
                return Optional.of(FreshPromise.checkedObjective(BigDecimal.valueOf(number)));
              } catch (InvalidInputException e) {
                field.refuse(e.errors().get(0).reason());
                return Optional.empty();
              }
            });
  }

  private static BigDecimal percent(String text) {
    String number = text.strip();
    if (number.endsWith("%")) {
      number = number.substring(0, number.length() - 1).strip();
    }
    if (number.length() > 20 || !number.matches("[+-]?\\d+(\\.\\d+)?")) {
      throw new InvalidInputException(OBJECTIVE, text, "is not a percentage such as 99%");
    }
    return FreshPromise.checkedObjective(new BigDecimal(number));
  }
}
